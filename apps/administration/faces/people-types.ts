/** The texts' keys of the user types. */
export const TYPES = { 1: 'student', 2: 'teacher', 3: 'parent', 4: 'staff' } as const

export interface Person {
  readonly userId: string
  readonly realName: string
  readonly englishName: string
}
