import X from '@phosphor-icons/core/regular/x.svg?react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { code } from '../../../contract/fields.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { DialogButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts, useLocale } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useRoleTexts } from './role-texts.ts'
import { isScopable, ScopeField, WHOLE } from './ScopeField.tsx'
import { useRoleActions } from './use-role-actions.ts'

/** The roles of a person, each with where it comes from and where it counts. */
export function PersonRoles({ userId, name, active }: { userId: string; name: string; active: boolean }) {
  const t = useTexts()
  const query = useEndpoint(unitRoles.ofPerson, { userId })
  const actions = useRoleActions()
  return (
    <Card title={t('person.roles')}>
      <Loaded query={query} lines={2}>
        {({ roles }) =>
          roles.length === 0 ? (
            <p className="k-soft">{t('roles.none')}</p>
          ) : (
            <ul className="ad-lines">
              {roles.map((role) => (
                <Held
                  key={role.memberId}
                  role={role}
                  onWithdraw={() => actions.withdraw.mutate({ roleId: role.roleId, memberId: role.memberId, name })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {active && (
        <DialogButton renderDialog={(close) => <GiveDialog userId={userId} onClose={close} />}>
          {t('roles.giveOne')}
        </DialogButton>
      )}
    </Card>
  )
}

function Held({ role, onWithdraw }: { role: unitRoles.HeldRole; onWithdraw: () => void }) {
  const { t, nameOf } = useLocale()
  const texts = useRoleTexts()
  const name = nameOf(role)
  return (
    <li>
      <div>
        <p>
          <Link className="ad-title-link" to={`/roles/${role.roleId}`}>
            {name}
          </Link>{' '}
          <Tag>{texts.scopeName(role.scope)}</Tag>
        </p>
        <p className="k-soft">
          {role.holder.kind === 'person'
            ? t('roles.direct')
            : t('roles.through', { name: texts.holderName(role.holder) })}
        </p>
      </div>
      {role.holder.kind === 'person' && (
        <IconButton svg={X} label={t('roles.withdrawNamed', { name })} needsNetwork onClick={onWithdraw} />
      )}
    </li>
  )
}

function GiveDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t, nameOf } = useLocale()
  const { data } = useEndpoint(unitRoles.list, {})
  const actions = useRoleActions()
  const [scope, setScope] = useState<unitRoles.ScopeKey>(WHOLE)
  const form = useForm({
    schema: z.object({ roleId: z.string().check(z.minLength(1, code('field.required'))) }),
    values: { roleId: '' },
    async submit({ roleId }) {
      await actions.assign.mutateAsync({ roleId, members: [{ holder: { kind: 'person', id: userId }, scope: where }] })
      onClose()
    },
  })
  const chosen = data?.roles.find(({ roleId }) => roleId === form.watch('roleId'))
  // Another role may count in the whole unit alone.
  const where = data && chosen && isScopable(chosen, data.permissions) && !chosen.administrator ? scope : WHOLE
  return (
    <FormDialog title={t('roles.giveOne')} form={form} action={t('roles.give')} onClose={onClose}>
      <SelectField
        {...form.field('roleId')}
        label={t('person.roles')}
        options={[['', t('form.choose')], ...(data?.roles.map((role) => [role.roleId, nameOf(role)] as const) ?? [])]}
      />
      {data && chosen && <ScopeField scope={where} role={chosen} permissions={data.permissions} onChange={setScope} />}
    </FormDialog>
  )
}
