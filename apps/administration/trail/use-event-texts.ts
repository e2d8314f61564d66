import type { AdminEvent, adminEvents } from '../../../contract/endpoints/admin-events.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { formatWeekday } from '../../../src/app/ui/format/calendar.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useLocale, usePortal } from '../portal-context.ts'
import type { Difference } from './differences.ts'
import { countKeys, fieldKeys } from './field-keys.ts'

export type Names = ResponseOf<typeof adminEvents>['names']

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const UNIT_TYPES: ReadonlyMap<string, string> = new Map([
  ['area', '1'],
  ['school', '2'],
])
/** Groups of texts that name the values of fields beside `trail.values`; the first that has a value names it. */
const VALUE_TEXTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['userType', ['type.*']],
  ['userTypes', ['type.*']],
  ['codes', ['roles.codes.*.name']],
  ['permission', ['roles.codes.*.name']],
  ['language', ['settings.language.*']],
  ['languages', ['settings.language.*']],
  ['appliesTo', ['attendance.rules.for.*']],
  ['days', ['merge.days.*']],
  ['direction', ['attendance.stations.direction.*']],
  ['group', ['group.*']],
  ['importance', ['messages.importances.*']],
  [
    'kind',
    [
      'trail.values.kind.*',
      'roles.scope.*',
      'trail.targets.*',
      'attendance.calendar.kind.*',
      'messages.kinds.*',
      'branding.field.*',
      'person.*',
    ],
  ],
  ['mode', ['imports.mode.*']],
  ['outcome', ['imports.schedule.outcome.*']],
  ['relation', ['relation.*']],
  ['rule', ['trail.values.passwordRule.*']],
  ['scene', ['branding.scene.*']],
  ['state', ['units.state.*', 'filter.*']],
  ['take', ['form.*', 'form.*Title', 'column.*', 'merge.*']],
  ['taken', ['branding.part.*']],
  ['theme', ['branding.scene.*']],
  ['type', ['units.type.*']],
])
/** Fields that count bytes. */
const BYTES: ReadonlySet<string> = new Set(['bytes', 'storageLimit'])

/** Who did what has no account of the unit. */
const WITHOUT_ACTOR = {
  command: 'trail.operator',
  area: 'units.type.1',
  changed: 'trail.erased',
  refused: 'trail.erased',
} as const

/** The words for what an event has in codes. What has no words is shown as it is stored: endpoints and fields of earlier versions are in the trail too. */
export function useEventTexts() {
  const { t, nameOf, personName, language } = useLocale()
  const { i18n } = usePortal().language
  /** The first text that exists at one of these keys. */
  const textAt = (keys: readonly string[]) => {
    const key = keys.find((one) => i18n.exists(one, { ns: 'administration', returnObjects: false }))
    return key === undefined ? undefined : i18n.t(key, { ns: 'administration' })
  }

  const known = new Map<string, string>()
  /** A sheet has many events, few names, and many groups in which a name may be. */
  const nameText = (name: string) => {
    const text = known.get(name) ?? textAt(fieldKeys(name)) ?? name
    known.set(name, text)
    return text
  }

  const fieldText = (field: string) => {
    if (field === '') return t('trail.fields.value')
    const [first = '', ...inner] = field.split('.')
    // What an import counts has names that mean something else in other events, and needs no heading.
    if (first === 'counts' && inner.length > 0) return inner.map((name) => textAt(countKeys(name)) ?? name).join(' · ')
    return [first, ...inner].map(nameText).join(' · ')
  }

  function valueText(field: string, value: unknown, action: string, names: Names): string {
    if (value === null || value === undefined || value === '') return t('none')
    if (typeof value === 'boolean') return t(value ? 'trail.on' : 'trail.off')
    if (Array.isArray(value)) {
      const shown = value.map((one) => valueText(field, one, action, names))
      return shown.length === 0
        ? t('none')
        : shown.join(value.some((one) => typeof one === 'object') ? ' | ' : t('comma'))
    }
    if (typeof value === 'object')
      return Object.entries(value)
        .map(([name, inner]) =>
          t('trail.given', { field: fieldText(name), after: valueText(name, inner, action, names) }),
        )
        .join(t('comma'))
    const last = field.split('.').at(-1) ?? field
    if (typeof value === 'number') {
      const isQuota = action === 'storage.saveQuotas' || action === 'storage.saveClassQuota'
      if (isQuota || BYTES.has(last)) return formatBytes(value, language)
      if (last === 'weekdays') return formatWeekday(value, language)
    }
    const stored = typeof value === 'string' ? value : JSON.stringify(value)
    if (stored === '[hidden]') return t('trail.hidden')
    if (isErrorCode(stored)) return errorText(stored, language)
    const named = last === 'type' ? (UNIT_TYPES.get(stored) ?? stored) : stored
    const text = textAt((VALUE_TEXTS.get(last) ?? []).map((group) => group.replace('*', named)))
    if (text !== undefined) return text
    const name = names[stored]
    if (name) return nameOf(name)
    if (MOMENT.test(stored)) return formatDateTime(stored, language)
    if (!/^\w+$/.test(stored)) return stored
    return textAt([`trail.values.${last}.${stored}`, `trail.values.any.${stored}`]) ?? stored
  }

  return {
    action: (action: string) => textAt([`trail.actions.${action}`]) ?? action,
    field: fieldText,
    value: valueText,
    actor: ({ actor, kind }: AdminEvent) => (actor ? personName(actor) : t(WITHOUT_ACTOR[kind])),
    target: ({ target }: AdminEvent) => {
      if (!target) return ''
      const { kind, name, englishName } = target
      const word = textAt([`trail.targets.${kind}`]) ?? kind
      return name ? `${word} ${nameOf({ name, englishName: englishName ?? '' })}` : word
    },
    /** A difference in one line. */
    line({ field, before, after }: Difference, action: string, names: Names): string {
      const shown = { field: fieldText(field), after: valueText(field, after, action, names) }
      return before === undefined
        ? t('trail.given', shown)
        : t('trail.changed', { ...shown, before: valueText(field, before, action, names) })
    },
  }
}
