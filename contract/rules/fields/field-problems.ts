import * as z from 'zod/mini'
import type { ErrorCode } from '../../errors.ts'

export interface FieldProblem {
  readonly field: string
  readonly code: ErrorCode
}

/** Makes a function that finds the invalid fields of an object a check of its schema. */
export function fieldCheck<Value>(find: (value: Value) => readonly FieldProblem[]) {
  return z.check<Value>(({ value, issues }) => {
    for (const { field, code } of find(value))
      issues.push({ code: 'custom', input: value, path: [field], message: code })
  })
}
