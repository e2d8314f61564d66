import X from '@phosphor-icons/core/regular/x.svg?react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { HolderKey, ScopeKey, UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useSearchText } from '../../../src/app/ui/list/use-search-text.ts'
import { nameIn, useLanguage, useTexts } from '../portal-context.ts'
import { useAdministrationForm } from '../use-change.ts'
import { readType, TYPES, useRoleTexts } from './role-texts.ts'
import { ScopeField } from './ScopeField.tsx'
import { useRoleActions } from './use-role-actions.ts'

type Holder = HolderKey & { name: string; englishName: string }

const SEARCH_LENGTH = 64
const WHOLE: ScopeKey = { kind: 'unit', id: null }

/** Gives a role to persons, classes, departments and types of people, in the whole unit or a part of it. */
export function AddMembersDialog({
  role,
  permissions,
  onClose,
}: {
  role: UnitRole
  permissions: UnitRoles['permissions']
  onClose: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const actions = useRoleActions()
  const [picked, setPicked] = useState<readonly Holder[]>([])
  const [scope, setScope] = useState<ScopeKey>(WHOLE)
  const form = useAdministrationForm({
    schema: z.object({ holders: z.string().check(z.minLength(1, t('roles.pickFirst'))) }),
    values: { holders: picked.map(keyOf).join(' ') },
    async submit() {
      const members = picked.map(({ kind, id }) => ({ holder: { kind, id }, scope }))
      await actions.assign(role.roleId, members)
      onClose()
    },
  })
  const scopable = role.codes.every((code) => permissions.find((one) => one.code === code)?.scopable ?? false)
  return (
    <>
      <FormDialog
        title={t('roles.giveNamed', { name: nameIn(role, language) })}
        width="560px"
        form={form}
        action={t('roles.give')}
        offline={t('offline.form')}
        onClose={onClose}
      >
        <HolderField
          picked={picked}
          personsOnly={role.administrator}
          error={picked.length === 0 ? form.errorOf('holders') : ''}
          onChange={setPicked}
        />
        <ScopeField scope={scope} scopable={scopable} administrator={role.administrator} onChange={setScope} />
      </FormDialog>
    </>
  )
}

const keyOf = ({ kind, id }: HolderKey) => `${kind}:${id}`

/** Several of those who can have a role, found by name. */
function HolderField({
  picked,
  personsOnly,
  error,
  onChange,
}: {
  picked: readonly Holder[]
  personsOnly: boolean
  error: string
  onChange: (picked: readonly Holder[]) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const texts = useRoleTexts()
  const id = useId()
  const [asked, setAsked] = useState('')
  const search = useSearchText(asked, setAsked)
  const { data, isPlaceholderData } = useEndpoint(unitRoles.find, asked === '' ? null : { query: asked })
  const isFound = asked !== '' && data !== undefined && !isPlaceholderData
  const chosen = new Set(picked.map(keyOf))
  const found = (data?.found ?? []).filter((one) => !chosen.has(keyOf(one)) && (!personsOnly || one.kind === 'person'))
  const toggle = (holder: Holder) =>
    onChange(chosen.has(keyOf(holder)) ? picked.filter((one) => keyOf(one) !== keyOf(holder)) : [...picked, holder])

  return (
    <div className="k-field">
      <span id={id} className="k-field__label">
        {t('roles.whom')}
      </span>
      {picked.length > 0 && (
        <ul className="ad-chips" aria-labelledby={id}>
          {picked.map((one) => (
            <li key={keyOf(one)} className="ad-picked">
              {texts.holderName(one)}
              <IconButton
                svg={X}
                size={16}
                label={t('structure.unpick', { name: texts.holderName(one) })}
                onClick={() => toggle(one)}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        type="search"
        className="k-field__input"
        aria-labelledby={id}
        aria-describedby={`${id}-error`}
        aria-invalid={error !== '' || undefined}
        placeholder={t(personsOnly ? 'roles.findPerson' : 'roles.find')}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LENGTH}
        {...search}
        onKeyDown={(event) => {
          // It would send the form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p id={`${id}-error`} className="k-field__error">
        {error}
      </p>
      <p className="visually-hidden" role="status">
        {isFound ? t('people.found', { count: found.length }) : ''}
      </p>
      {isFound && (
        <ul className="ad-offered">
          {found.length === 0 && <li className="ad-soft">{t('roles.nothingFound')}</li>}
          {found.map((one) => (
            <li key={keyOf(one)}>
              <button type="button" onClick={() => toggle(one)}>
                {nameIn(one, language)}
                <span className="ad-soft">
                  {one.kind === 'person'
                    ? [one.userType === null ? '' : t(`type.${readType(String(one.userType))}`), one.detail]
                        .filter(Boolean)
                        .join(' · ')
                    : t(one.kind === 'class' ? 'roles.classHint' : 'filter.department')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!personsOnly && (
        <fieldset className="ad-every">
          <legend>{t('roles.byType')}</legend>
          {TYPES.map((type) => {
            const holder: Holder = { kind: 'type', id: type, name: '', englishName: '' }
            return (
              <label key={type} className="ad-check">
                <input type="checkbox" checked={chosen.has(keyOf(holder))} onChange={() => toggle(holder)} />
                {t(`roles.every.${type}`)}
              </label>
            )
          })}
        </fieldset>
      )}
    </div>
  )
}
