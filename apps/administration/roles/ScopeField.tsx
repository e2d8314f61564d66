import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import type { ScopeKey, UnitRole, UnitRoles } from '../../../contract/endpoints/people/unit-roles.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { LabelledField } from '../../../src/app/ui/fields/LabelledField.tsx'
import { useTexts } from '../portal-context.ts'
import { useRoleTexts } from './role-texts.ts'

const KINDS = ['campus', 'grade', 'class'] as const
/** The whole unit. */
export const WHOLE: ScopeKey = { kind: 'unit', id: null }

/** Whether a role can be limited to a part: all of its permissions can. */
export function isScopable({ codes }: UnitRole, permissions: UnitRoles['permissions']): boolean {
  return codes.every((code) => permissions.find((one) => one.code === code)?.scopable ?? false)
}

/** Where the role counts: the whole unit, a campus, a grade or a class. */
export function ScopeField({
  scope,
  role,
  permissions,
  onChange,
}: {
  scope: ScopeKey
  role: UnitRole
  permissions: UnitRoles['permissions']
  onChange: (scope: ScopeKey) => void
}) {
  const t = useTexts()
  const texts = useRoleTexts()
  const { data } = useEndpoint(unitRoles.scopes, {})
  const all = data?.scopes ?? []
  const { administrator } = role
  const scopable = isScopable(role, permissions)
  const hint = administrator
    ? t('roles.scope.administrator')
    : scopable
      ? t('roles.scope.hint')
      : t('roles.scope.whole')
  return (
    <LabelledField label={t('roles.scope.label')} hint={hint}>
      {(described) => (
        <select
          className="k-field__input"
          {...described}
          value={scope.id ?? WHOLE.kind}
          disabled={administrator || !scopable}
          onChange={({ currentTarget: { value } }) => {
            const chosen = all.find(({ id }) => id === value)
            onChange(chosen ? { kind: chosen.kind, id: chosen.id } : WHOLE)
          }}
        >
          <option value={WHOLE.kind}>{t('roles.scope.unit')}</option>
          {KINDS.map((kind) => {
            const own = all.filter((one) => one.kind === kind)
            return (
              own.length > 0 && (
                <optgroup key={kind} label={t(`structure.part.${kind}`)}>
                  {own.map((one) => (
                    <option key={one.id} value={one.id ?? ''}>
                      {texts.scopeName(one)}
                    </option>
                  ))}
                </optgroup>
              )
            )
          })}
        </select>
      )}
    </LabelledField>
  )
}
