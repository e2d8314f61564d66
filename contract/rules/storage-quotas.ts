import { QUOTA_GROUPS, type StorageQuotas } from '../endpoints/storage-admin.ts'
import { QUOTA_MAX } from '../limits.ts'
import { problems, type FieldProblem } from './field-problems.ts'

/** What a unit and its people may use, each as it is typed: in GB, empty for no limit. */
export type TypedQuotas = Record<keyof StorageQuotas, string>

/** The fields of the form, in its order. */
export const QUOTA_FIELDS = ['unit', ...QUOTA_GROUPS] as const

const GB = 1024 ** 3

/** Bytes of a quota as it is typed; null for no limit, undefined for what is no quota. */
export function parseQuota(typed: string): number | null | undefined {
  // A Chinese keyboard may give digits and the point in full width.
  const text = typed
    .normalize('NFKC')
    .replace(/gb?\s*$/i, '')
    .trim()
  if (text === '') return null
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(text)) return undefined
  const bytes = Math.round(Number(text) * GB)
  return bytes <= QUOTA_MAX ? bytes : undefined
}

/** A quota as it stands in its field. */
export function showQuota(bytes: number | null): string {
  return bytes === null ? '' : String(Math.round((bytes / GB) * 1000) / 1000)
}

/** What is wrong with the quotas, in the order of the form. */
export function checkQuotas(typed: TypedQuotas): FieldProblem[] {
  return problems(
    ...QUOTA_FIELDS.map((field) => [field, parseQuota(typed[field]) === undefined && 'field.gigabytes'] as const),
  )
}

/** Bytes of what stands in a field, as `parseQuota` gives them; what was not touched is what was saved, to the byte. */
export function readQuota(typed: string, saved: number | null): number | null | undefined {
  return typed === showQuota(saved) ? saved : parseQuota(typed)
}

/** All quotas as they stand in their fields. Throws unless `checkQuotas` finds nothing. */
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
