import { useState } from 'react'
import * as z from 'zod/mini'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useLocale, usePortal } from '../portal-context.ts'
import { PickField } from '../../../src/app/ui/pick/PickField.tsx'
import { readType, TYPES, useRoleTexts } from './role-texts.ts'
import { ScopeField, WHOLE } from './ScopeField.tsx'
import { useRoleActions } from './use-role-actions.ts'

/** `about`: what tells two of one name apart. */
type Holder = unitRoles.HolderKey & { name: string; englishName: string; about?: string }
type Found = ResponseOf<typeof unitRoles.find>['found'][number]

const keyOf = ({ kind, id }: unitRoles.HolderKey) => `${kind}:${id}`

/** Gives a role to persons, classes, departments and types of people, in the whole unit or a part of it. */
export function AddMembersDialog({
  role,
  permissions,
  onClose,
}: {
  role: unitRoles.UnitRole
  permissions: unitRoles.UnitRoles['permissions']
  onClose: () => void
}) {
  const { t, nameOf } = useLocale()
  const portal = usePortal()
  const texts = useRoleTexts()
  const actions = useRoleActions()
  const personsOnly = role.administrator
  const [picked, setPicked] = useState<readonly Holder[]>([])
  const [scope, setScope] = useState<unitRoles.ScopeKey>(WHOLE)
  const form = useForm({
    schema: z.object({ holders: z.string().check(z.minLength(1, t('roles.pickFirst'))) }),
    values: { holders: picked.map(keyOf).join(' ') },
    async submit() {
      const members = picked.map(({ kind, id }) => ({ holder: { kind, id }, scope }))
      await actions.assign.mutateAsync({ roleId: role.roleId, members })
      onClose()
    },
  })
  const detailOf = ({ kind, userType, detail }: Found): string => {
    if (kind === 'department') return t('filter.department')
    if (kind !== 'person') return ''
    return [userType === null ? '' : t(`type.${readType(String(userType))}`), detail].filter(Boolean).join(' · ')
  }
  return (
    <FormDialog
      title={t('roles.giveNamed', { name: nameOf(role) })}
      width="560px"
      form={form}
      action={t('roles.give')}
      onClose={onClose}
    >
      <PickField<Holder>
        label={t('roles.whom')}
        name="holders"
        error={picked.length === 0 ? form.errorOf('holders') : ''}
        placeholder={t(personsOnly ? 'roles.findPerson' : 'roles.find')}
        most={unitRoles.MEMBERS_AT_ONCE}
        chosen={picked}
        search={async (query, signal) => {
          const { found } = await portal.call(unitRoles.find, { query }, { signal, quiet: true })
          return found
            .filter(({ kind }) => !personsOnly || kind === 'person')
            .map((one) => ({ ...one, about: detailOf(one) }))
        }}
        show={(one) => ({ id: keyOf(one), name: texts.holderName(one), detail: one.about ?? '' })}
        onChange={setPicked}
      />
      {!personsOnly && (
        <ChoicesField
          type="checkbox"
          name="types"
          label={t('roles.byType')}
          chosen={picked.filter(({ kind }) => kind === 'type').map(({ id }) => readType(id))}
          options={TYPES.map((type) => [type, t(`roles.every.${type}`)])}
          onChange={(types) =>
            setPicked([
              ...picked.filter(({ kind }) => kind !== 'type'),
              ...types.map((id) => ({ kind: 'type' as const, id, name: '', englishName: '' })),
            ])
          }
        />
      )}
      <ScopeField scope={scope} role={role} permissions={permissions} onChange={setScope} />
    </FormDialog>
  )
}
