import { QUOTA_GROUPS, type StorageQuotas } from '../endpoints/storage/storage-admin.ts'
import { QUOTA_MAX } from '../limits.ts'
import { problems, type FieldProblem } from './field-problems.ts'

/** The quotas as text: in GB, empty for no limit. */
export type TypedQuotas = Record<keyof StorageQuotas, string>

export const QUOTA_FIELDS = ['unit', ...QUOTA_GROUPS] as const

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

export function checkQuotas(typed: TypedQuotas): FieldProblem[] {
  return problems(
    ...QUOTA_FIELDS.map((field) => [field, parseQuota(typed[field]) === undefined && 'field.gigabytes'] as const),
  )
}

/** The bytes of a field as by `parseQuota`; an unchanged field keeps the saved bytes exactly. */
export function readQuota(typed: string, saved: number | null): number | null | undefined {
  return typed === showQuota(saved) ? saved : parseQuota(typed)
}

/** All quotas of the fields. Throws unless `checkQuotas` finds nothing. */
export function readQuotas(typed: TypedQuotas, saved: StorageQuotas): StorageQuotas {
  const read = (field: keyof StorageQuotas) => {
    const bytes = readQuota(typed[field], saved[field])
    if (bytes === undefined) throw new Error(`${field} is no quota`)
    return bytes
  }
  return {
    unit: read('unit'),
    student: read('student'),
    teacher: read('teacher'),
    parent: read('parent'),
    staff: read('staff'),
  }
}
