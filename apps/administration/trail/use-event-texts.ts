import type { AdminEvent, adminEvents } from '../../../contract/endpoints/admin-events.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { formatWeekday } from '../../../src/app/ui/format/calendar.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { nameIn, personName, usePortal, useTexts } from '../portal-context.ts'
import type { Difference } from './differences.ts'
import { FIELD_KEYS } from './field-keys.ts'

export type Names = ResponseOf<typeof adminEvents>['names']

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** Groups of texts that name fields; the first that has a field names it. */
const FIELD_TEXTS = ['trail.fields', 'form', 'column', 'branding.field']
const UNIT_TYPES: ReadonlyMap<string, number> = new Map([
  ['area', 1],
  ['school', 2],
])
const permissionKey = (value: string) => `roles.codes.${value}.name`
const typeKey = (value: string) => `type.${value}`
const languageKey = (value: string) => `settings.language.${value}`
/** Fields whose values have texts elsewhere in the application, with the key of a value's text. */
const VALUE_KEYS: ReadonlyMap<string, (value: string) => string> = new Map([
  ['userType', typeKey],
  ['userTypes', typeKey],
  ['codes', permissionKey],
  ['permission', permissionKey],
  ['language', languageKey],
  ['languages', languageKey],
  ['appliesTo', (value) => `attendance.rules.for.${value}`],
  ['days', (value) => `merge.days.${value}`],
  ['group', (value) => `group.${value}`],
  ['importance', (value) => `messages.importances.${value}`],
  ['mode', (value) => `imports.mode.${value}`],
  ['outcome', (value) => `imports.schedule.outcome.${value}`],
  ['relation', (value) => `relation.${value}`],
  ['rule', (value) => `trail.values.passwordRule.${value}`],
  ['scene', (value) => `branding.scene.${value}`],
  ['state', (value) => `units.state.${value}`],
  ['taken', (value) => `branding.part.${value}`],
  ['type', (value) => `units.type.${UNIT_TYPES.get(value) ?? value}`],
])
/** Fields that count bytes. */
const BYTES: ReadonlySet<string> = new Set(['bytes', 'storageLimit'])

/** Who did what has no account of the unit. */
const WITHOUT_ACTOR = {
  command: 'trail.operator',
  area: 'trail.office',
  changed: 'trail.erased',
  refused: 'trail.erased',
} as const

/** The words for what an event has in codes. What has no words is shown as it is stored: endpoints and fields of earlier versions are in the trail too. */
export function useEventTexts() {
  const t = useTexts()
  const language = useLanguage()
  const { i18n } = usePortal().language
  const textOr = (key: string, otherwise: string) =>
    i18n.exists(key, { ns: 'administration' }) ? i18n.t(key, { ns: 'administration' }) : otherwise

  const nameText = (name: string) => {
    const shared = FIELD_KEYS.get(name)
    return shared ? t(shared) : FIELD_TEXTS.reduceRight((text, group) => textOr(`${group}.${name}`, text), name)
  }

  const fieldText = (field: string) => {
    if (field === '') return t('trail.fields.value')
    const [first = '', ...inner] = field.split('.')
    // What an import counts has names that mean something else in other events, and needs no heading.
    if (first === 'counts' && inner.length > 0)
      return inner.map((name) => textOr(`trail.counts.${name}`, name)).join(' · ')
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
    const key = VALUE_KEYS.get(last)?.(stored)
    if (key !== undefined && i18n.exists(key, { ns: 'administration' })) return textOr(key, stored)
    const name = names[stored]
    if (name) return nameIn(name, language)
    if (MOMENT.test(stored)) return formatDateTime(stored, language)
    if (!/^\w+$/.test(stored)) return stored
    return textOr(`trail.values.${last}.${stored}`, textOr(`trail.values.any.${stored}`, stored))
  }

  return {
    action: (action: string) => textOr(`trail.actions.${action}`, action),
    field: fieldText,
    value: valueText,
    actor: ({ actor, kind }: AdminEvent) => (actor ? personName(actor, language) : t(WITHOUT_ACTOR[kind])),
    target: ({ target }: AdminEvent) => {
      if (!target) return ''
      const { kind, name, englishName } = target
      const word = textOr(`trail.targets.${kind}`, kind)
      return name ? `${word} ${nameIn({ name, englishName: englishName ?? '' }, language)}` : word
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
