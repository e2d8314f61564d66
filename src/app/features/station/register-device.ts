import * as attendanceStation from '../../../../contract/endpoints/attendance/attendance-station.ts'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import { call } from '../../core/api/call.ts'
import { hashPin } from './exit-pin.ts'
import type { StationForm } from './RegisterStation.tsx'
import { importKey } from './station-seal.ts'
import type { StationDevice, StationStore } from './station-store.ts'

/** Registers this device as a station of the unit and stores its key. Rejects as the call does. */
export async function registerDevice(
  store: StationStore,
  unit: UnitConfig | null,
  { name, place, direction, pin }: StationForm,
): Promise<StationDevice> {
  const known = await hashPin(pin)
  const sentAt = Date.now()
  const { stationId, key, serverTime, schedule } = await call(attendanceStation.register, { name, place, direction })
  const skew = Math.round(serverTime - (sentAt + Date.now()) / 2)
  const device: StationDevice = {
    stationId,
    key: await importKey(key),
    nextSeq: 1,
    skew,
    facts: {
      name,
      place,
      direction,
      unitName: unit?.unitName ?? '',
      unitEnglishName: unit?.unitEnName ?? '',
      // The first greeting sets it.
      faceOn: false,
      guide: { width: null, tolerance: null },
      schedule,
    },
    pin: known,
  }
  await store.writeDevice(device)
  // Browsers delete cached data when a disk is full, but not persistent data. Firefox asks the user and stays pending until they answer; a station
  // works without it.
  navigator.storage?.persist?.().catch(() => false)
  return device
}
