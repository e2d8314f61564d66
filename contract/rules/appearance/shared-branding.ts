import { type Branding, SHARED_PARTS } from '../../endpoints/units/branding.ts'

export type SharedPart = (typeof SHARED_PARTS)[number]

/** The fields of each part. */
export const FIELDS_OF = {
  logo: ['logo'],
  themeColor: ['themeColor'],
  scene: ['scene', 'picture'],
  motto: ['motto', 'mottoStyle'],
  footer: ['footerShown', 'copyright', 'footer', 'link'],
  help: ['helpShown', 'helpUrl'],
} as const satisfies Readonly<Record<SharedPart, readonly (keyof Branding)[]>>

export type SharedField = (typeof FIELDS_OF)[SharedPart][number]

/** What an office has published for its schools: values of the parts that it shares. */
export interface SharedBranding {
  readonly modes: Branding['sharing']
  readonly values: Partial<Pick<Branding, SharedField>>
}

/** The fields of some parts, with their values. */
export function pickParts(from: Partial<Branding>, parts: readonly SharedPart[]): Partial<Pick<Branding, SharedField>> {
  return Object.fromEntries(parts.flatMap((part) => FIELDS_OF[part]).map((field) => [field, from[field]]))
}

/** The parts that a school shows as its office has them: those that are required, and those that it takes. */
export function partsFrom(shared: Pick<SharedBranding, 'modes'> | null, taken: readonly SharedPart[]): SharedPart[] {
  if (!shared) return []
  return SHARED_PARTS.filter(
    (part) => shared.modes[part] === 'required' || (shared.modes[part] === 'offered' && taken.includes(part)),
  )
}

/** What a school shows: its own branding with what comes from its office. */
export function withShared(own: Branding, shared: SharedBranding | null): Branding {
  return shared ? { ...own, ...pickParts(shared.values, partsFrom(shared, own.taken)) } : own
}

/** What an office shares of a branding. No logo is none to share. */
export function shareOf(branding: Branding): SharedBranding {
  const parts = SHARED_PARTS.filter(
    (part) => branding.sharing[part] !== undefined && (part !== 'logo' || branding.logo !== null),
  )
  const modes = Object.fromEntries(parts.map((part) => [part, branding.sharing[part]]))
  return { modes, values: pickParts(branding, parts) }
}
