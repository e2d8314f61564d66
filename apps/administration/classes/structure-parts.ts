/** The parts of the structure in their order, by the address, and the kind of each. */
export const STRUCTURE_PARTS = {
  classes: 'class',
  grades: 'grade',
  campuses: 'campus',
  departments: 'department',
  subjects: 'subject',
} as const
export type StructurePart = keyof typeof STRUCTURE_PARTS
