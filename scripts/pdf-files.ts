import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDF_DATA } from '../contract/pdf-data.ts'

/** Encodings, fonts, decoders of pictures, and a profile of colours; each folder has the licences of its files. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** What the viewer of PDFs fetches by name, by its path in the build. */
export const pdfFiles: Readonly<Record<string, () => Promise<Uint8Array>>> = Object.fromEntries(
  FOLDERS.flatMap((folder) =>
    readdirSync(join(source, folder)).map((name) => [
      `${PDF_DATA.slice(1)}/${folder}/${name}`,
      () => readFile(join(source, folder, name)),
    ]),
  ),
)
