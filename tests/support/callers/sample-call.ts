import * as z from 'zod/mini'

/** Of these each text, number and truth value of the contract accepts one. */
const SAMPLES: readonly unknown[] = [
  'x',
  1,
  30,
  36,
  true,
  '1',
  'true',
  '2026',
  'x'.repeat(16),
  '0'.repeat(32),
  '0'.repeat(64),
  '/icons/apps/files.svg',
  '018f0000-0000-7000-8000-000000000000',
  // The version of a record.
  'x'.repeat(22),
  '10.0.0.0/8',
  'x'.repeat(43),
  '2026-03-02',
  '2026-03',
  '08:00',
  '2026-03-02T08:00:00Z',
  'a@example.org',
  'https://example.org/',
  'wss://example.org/',
  '#112233',
  'AAAA'.repeat(40),
  'S256',
  '13800000000',
  '11010519491231002X',
  '123456',
  '/x',
  '#/x',
  JSON.stringify([{ name: 'x', md5: '0'.repeat(32), size: 1 }]),
  'data:image/png;base64,AAAA',
  'new-1',
  // A school year, whose days have to follow each other.
  {
    name: 'x',
    startsOn: '2026-03-02',
    endsOn: '2026-07-02',
    terms: [{ name: 'x', englishName: 'x', startsOn: '2026-03-02', endsOn: '2026-07-02' }],
  },
  // The present one, as it is edited.
  {
    name: 'x',
    startsOn: '2026-03-02',
    endsOn: '2026-07-02',
    terms: [{ termId: null, name: 'x', englishName: 'x', startsOn: '2026-03-02', endsOn: '2026-07-02' }],
  },
  // A phrase, whose address depends on whether it opens an application.
  {
    phraseId: '018f0000-0000-7000-8000-000000000000',
    language: 'en',
    phrase: 'x',
    app: 'x',
    url: '#/x',
    userTypes: [1],
    permission: 'x',
    version: 'x'.repeat(22),
  },
]

type Path = readonly (string | number)[]

/** An input that a schema accepts as far as the samples do, with all that is optional. */
export function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const made = Object.fromEntries(Object.entries(def.shape).map(([name, each]) => [name, sampleOf(each)]))
      const fits = (each: unknown) => z.core.safeParse(schema, each).success
      return fits(made) ? made : (SAMPLES.find(fits) ?? made)
    }
    case 'array':
      return lists(def.element).find((each) => z.core.safeParse(schema, each).success)
    case 'tuple':
      return def.items.map(sampleOf)
    case 'record':
      return { x: sampleOf(def.valueType) }
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'union':
      return def.options.map(sampleOf).find((each) => z.core.safeParse(schema, each).success)
    case 'optional':
    case 'nullable':
      return sampleOf(def.innerType)
    case 'default': {
      const inner = sampleOf(def.innerType)
      return z.core.safeParse(schema, inner).success ? inner : fromSamples(schema)
    }
    case 'pipe':
      return z.core.safeParse(schema, sampleOf(def.in)).success ? sampleOf(def.in) : fromSamples(schema)
    default:
      return fromSamples(schema)
  }
}

const lists = (element: z.core.$ZodType) => [[sampleOf(element)], ...SAMPLES.map((each) => [each])]

const fromSamples = (schema: z.core.$ZodType) => SAMPLES.find((each) => z.core.safeParse(schema, each).success) ?? 'x'

/** Where texts stand in an input. */
export function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The input with another text at a path. */
export function replaceAt(value: unknown, [key, ...rest]: Path, by: (text: string) => string): unknown {
  if (key === undefined) return by(String(value))
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? replaceAt(each, rest, by) : each))
  const fields = z.parse(z.record(z.string(), z.unknown()), value)
  return { ...fields, [key]: replaceAt(fields[key], rest, by) }
}
