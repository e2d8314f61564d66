import { useTranslation } from 'react-i18next'
import type { Direction, StationDirection } from '../../../../contract/endpoints/attendance-station.ts'

const DIRECTIONS = ['in', 'out'] as const

/** In or out, where a station is for both; else which of them it is for. */
export function DirectionChoice({
  station,
  value,
  onChange,
}: {
  station: StationDirection
  value: Direction
  onChange: (direction: Direction) => void
}) {
  const { t } = useTranslation('station')
  if (station !== 'both') return <p className={`station-way station-way--${value}`}>{t(`way.${value}`)}</p>
  return (
    <fieldset className="station-ways">
      <legend className="visually-hidden">{t('way.legend')}</legend>
      {DIRECTIONS.map((direction) => (
        <label key={direction} className={`station-way station-way--${direction}`}>
          <input
            type="radio"
            name="direction"
            value={direction}
            checked={direction === value}
            onChange={() => onChange(direction)}
          />
          {t(`way.${direction}`)}
        </label>
      ))}
    </fieldset>
  )
}
