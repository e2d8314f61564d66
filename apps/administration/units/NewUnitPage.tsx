import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { setupAccount } from '../../../contract/endpoints/units/setup.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import { code } from '../../../contract/fields.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { fieldCheck } from '../../../contract/rules/fields/field-problems.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { checkUnit, emptyUnit, unitField, unitFields, unitOf } from '../../../src/app/ui/form/unit-fields.ts'
import { checkRequirements } from '../../../contract/rules/sign-in/password.ts'
import { NewPasswordField } from '../../../src/app/ui/fields/NewPasswordField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { UnitInputs } from '../../../src/app/ui/form/UnitInputs.tsx'
import { useLocale } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'

const account = setupAccount.shape
const newUnitForm = z
  .object({
    ...unitFields.shape,
    adminName: account.name,
    adminEnglishName: account.englishName,
    adminLoginName: account.loginName,
    adminPassword: z.string(),
  })
  .check(
    fieldCheck((values) => checkUnit(values)),
    z.refine(
      ({ adminPassword, adminLoginName }) =>
        checkRequirements(adminPassword, 'mixed', adminLoginName).every(({ met }) => met),
      { error: code('password.against_rule'), path: ['adminPassword'] },
    ),
  )

const ADMIN_FIELDS: Readonly<Record<string, string>> = {
  name: 'adminName',
  englishName: 'adminEnglishName',
  loginName: 'adminLoginName',
  password: 'adminPassword',
}

/** The field of the form for one that the server names. */
function fieldOf(path: string): string {
  const [part = '', ...rest] = path.split('.')
  return part === 'administrator' ? (ADMIN_FIELDS[rest[0] ?? ''] ?? '') : unitField(rest.join('.'))
}

/** A further unit with its administrator; the fields are those of the first run. */
export default function NewUnitPage() {
  const { t, nameOf } = useLocale()
  const create = useChange(units.create, {
    done: (made) => t('units.new.done', { name: nameOf(made) }),
  })
  const navigate = useNavigate()
  const [start] = useState(() => ({
    ...emptyUnit('', dayOf(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)),
    adminName: '',
    adminEnglishName: '',
    adminLoginName: 'admin',
    adminPassword: '',
  }))
  const form = useForm({
    schema: newUnitForm,
    values: start,
    texts: { adminPassword: t('units.passwordNotYet') },
    fieldAt: fieldOf,
    async submit({ adminName, adminEnglishName, adminLoginName, adminPassword, ...unit }) {
      const administrator = {
        name: adminName,
        englishName: adminEnglishName,
        loginName: adminLoginName,
        password: adminPassword,
      }
      const made = await create.mutateAsync({ unit: unitOf(unit), administrator })
      void navigate(`/units/${made.unitId}`)
    },
  })
  const [loginName, password] = form.watch(['adminLoginName', 'adminPassword'])
  return (
    <>
      <PageHead
        title={t('units.new.title')}
        hint={t('units.new.hint')}
        back={{ label: t('section.units'), to: '/units' }}
      />
      <form {...form.props} className="k-card k-form ad-new-unit">
        <h2>{t('trail.targets.unit')}</h2>
        <UnitInputs
          values={form.watch()}
          fieldOf={(name) => form.field(name)}
          onChange={(changed) => form.changeAll(changed)}
        />
        <h2>{t('units.new.administrator')}</h2>
        <div className="k-form__pair">
          <TextField {...form.field('adminName')} label={t('column.name')} />
          <TextField {...form.field('adminEnglishName')} label={t('operators.englishName')} />
        </div>
        <TextField {...form.field('adminLoginName')} label={t('column.loginName')} autoCapitalize="none" />
        <NewPasswordField
          {...form.field('adminPassword')}
          label={t('column.password')}
          rule="mixed"
          loginName={loginName}
          typed={password}
        />
        <FormFooter form={form} action={t('units.new.create')} />
      </form>
    </>
  )
}
