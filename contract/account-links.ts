import * as z from 'zod/mini'
import { id } from './fields.ts'

/** A teacher's and a parent's account of the same person, each with its names; an English one is '' where the school has none. */
export const accountLinks = z.array(
  z.object({
    parentId: id,
    parentName: z.string(),
    parentEnglishName: z.string(),
    teacherId: id,
    teacherName: z.string(),
    teacherEnglishName: z.string(),
  }),
)
export type AccountLinks = z.infer<typeof accountLinks>
