import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import messages from './messages.json' with { type: 'json' }
import { askedAnswer } from '../../../contract/endpoints/messages/answers.ts'
import todos from './todos.json' with { type: 'json' }

// oxlint-disable-next-line typescript/triple-slash-reference -- it declares a global, which no import can bring to the realms that use this file
/// <reference path="../../vite-env.d.ts" />

export const DEMO_TIME_ZONE = 'Asia/Shanghai'

// Read at build time, so that the bundled server carries them.
const files = import.meta.glob('./*/*.{yaml,csv,svg}', { query: '?raw', eager: true, import: 'default' })

const delivery = z.object({
  module: z.string(),
  hoursAgo: z.number(),
  to: z.array(z.literal([1, 2, 3, 4])),
  url: z.optional(z.string()),
  /** Of `to`, only the pupils of this class (counted from 0) and their parents, to whom it is about their child. */
  ofClass: z.optional(z.number()),
})
export type DemoDelivery = z.infer<typeof delivery>

const message = z.object({
  ...delivery.shape,
  body: z.string(),
  englishBody: z.string(),
  /** 1 lowest to 5 highest. */
  importance: z.literal([1, 2, 3, 4, 5]),
  /** Opens the module-expiry dialog with the unit's licences. */
  listsLicences: z.optional(z.boolean()),
  /** Already read by all recipients. */
  read: z.optional(z.boolean()),
})

const todo = z.object({
  ...delivery.shape,
  title: z.string(),
  englishTitle: z.string(),
  asks: z.optional(askedAnswer),
  /** The text above the answer. */
  form: z._default(z.string(), ''),
  englishForm: z._default(z.string(), ''),
})

/** A unit of the demo, whose set-up file and sheets are in a folder, and what has happened in it since. */
export interface DemoUnit {
  readonly folder: string
  readonly isSchool: boolean
  /** Weeks of past attendance. */
  readonly attendanceWeeks: number
  readonly messages: readonly z.infer<typeof message>[]
  readonly todos: readonly z.infer<typeof todo>[]
}

const waiting = (kind: 'school' | 'area') => ({
  isSchool: kind === 'school',
  messages: z.parse(z.array(message), messages[kind]),
  todos: z.parse(z.array(todo), todos[kind]),
})

export const demoUnits: readonly DemoUnit[] = [
  { folder: 'riverside', attendanceWeeks: 3, ...waiting('school') },
  { folder: 'ginkgo', attendanceWeeks: 0, ...waiting('school') },
  { folder: 'chunjiang', attendanceWeeks: 2, ...waiting('area') },
]

/** Writes the files of all units into a folder, each unit's in its own. */
export async function unpackDemo(folder: string): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
