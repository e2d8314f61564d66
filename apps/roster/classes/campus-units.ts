import * as z from 'zod/mini'

const campuses = z.array(z.object({ campusId: z.string(), name: z.string(), englishName: z.string() }))
export type Campus = z.infer<typeof campuses>[number]

/** The campuses of a unit from `campusUnits` of the session (JSON text); none for a text that is no such list. */
export function parseCampuses(campusUnits: string): Campus[] {
  try {
    return z.parse(campuses, JSON.parse(campusUnits))
  } catch {
    return []
  }
}
