import { join } from 'node:path'

/** The path of a sheet as schools have them, beside this file. */
export const sampleFile = (name: string) => join(import.meta.dirname, 'imports', name)
