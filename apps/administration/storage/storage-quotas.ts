import * as z from 'zod/mini'
import { saveClassQuota, type StorageQuotas } from '../../../contract/endpoints/storage/storage-admin.ts'
import { QUOTA_MAX } from '../../../contract/limits.ts'

const GB = 1024 ** 3

/** The bytes of a typed quota; null for no limit, undefined for an invalid one. */
export function parseQuota(typed: string): number | null | undefined {
  // Chinese keyboards may give full-width digits and points.
  const text = typed
    .normalize('NFKC')
    .replace(/gb?\s*$/i, '')
    .trim()
  if (text === '') return null
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(text)) return undefined
  const bytes = Math.round(Number(text) * GB)
  return bytes <= QUOTA_MAX ? bytes : undefined
}

export function showQuota(bytes: number | null): string {
  return bytes === null ? '' : String(Math.round((bytes / GB) * 1000) / 1000)
}

/** The bytes of a field as by `parseQuota`; an unchanged field keeps the saved bytes exactly. */
export function readQuota(typed: string, saved: number | null): number | null | undefined {
  return typed === showQuota(saved) ? saved : parseQuota(typed)
}

/** Characters of a typed quota: more than the longest number that is one, with its unit. */
export const TYPED_LENGTH = 16

/** A quota as it is typed. */
export const quotaField = (saved: number | null) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((typed: string) => {
        const bytes = readQuota(typed, saved)
        return bytes === undefined ? Number.NaN : bytes
      }),
      saveClassQuota.request.shape.quota,
    ),
  )

/** The same of each quota. */
export function eachQuota<T>(of: (name: keyof StorageQuotas) => T): Record<keyof StorageQuotas, T> {
  return {
    unit: of('unit'),
    student: of('student'),
    teacher: of('teacher'),
    parent: of('parent'),
    staff: of('staff'),
    classes: of('classes'),
  }
}

/** All quotas as they are typed. */
export function quotasForm(saved: StorageQuotas) {
  return z.object(eachQuota((name) => quotaField(saved[name])))
}
