import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { PERSON_NAME_LENGTH, setupAccount, UNIT_NAME_LENGTH } from '../../../contract/endpoints/units/setup.ts'
import { HOST_LENGTH } from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import * as units from '../../../contract/endpoints/units/units.ts'
import { code } from '../../../contract/fields.ts'
import { LOGIN_NAME_LENGTH } from '../../../contract/limits.ts'
import { dayOf } from '../../../contract/rules/attendance/attendance-status.ts'
import { fieldCheck } from '../../../contract/rules/fields/field-problems.ts'
import { checkUnit, unitField, unitOf, emptyUnit, unitFields } from '../../../src/app/ui/form/unit-fields.ts'
import { checkRequirements } from '../../../contract/rules/sign-in/password.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ColorPicker } from '../../../src/app/ui/fields/ColorPicker.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { NewPasswordField } from '../../../src/app/ui/fields/NewPasswordField.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { nameIn, useLanguage, useOnline, usePortal, useTexts } from '../portal-context.ts'
import { useAdministrationForm, useSend } from '../use-change.ts'

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
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const portal = usePortal()
  const send = useSend()
  const navigate = useNavigate()
  const [start] = useState(() => ({
    ...emptyUnit('', dayOf(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)),
    adminName: '',
    adminEnglishName: '',
    adminLoginName: 'admin',
    adminPassword: '',
  }))
  const form = useAdministrationForm({
    schema: newUnitForm,
    values: start,
    texts: { adminPassword: t('units.password.notYet') },
    fieldAt: fieldOf,
    async submit({ adminName, adminEnglishName, adminLoginName, adminPassword, ...unit }) {
      const administrator = {
        name: adminName,
        englishName: adminEnglishName,
        loginName: adminLoginName,
        password: adminPassword,
      }
      const made = await send(units.create, { unit: unitOf(unit), administrator })
      portal.notify('success', t('units.new.done', { name: nameIn(made, language) }))
      void navigate(`/units/${made.unitId}`)
    },
  })
  const [type, themeColor, loginName, password] = form.watch(['type', 'themeColor', 'adminLoginName', 'adminPassword'])
  const line = (
    name: 'name' | 'englishName' | 'adminName' | 'adminEnglishName',
    label: string,
    maxLength = UNIT_NAME_LENGTH,
  ) => <TextField {...form.field(name)} label={label} maxLength={maxLength} autoComplete="off" />
  const day = (name: 'yearFrom' | 'yearTo' | 'term0From' | 'term0To' | 'term1From' | 'term1To', label: string) => (
    <TextField {...form.field(name)} type="date" label={label} min="2000-01-01" max="2099-12-31" />
  )
  return (
    <>
      <PageHead
        title={t('units.new.title')}
        hint={t('units.new.hint')}
        back={{ label: t('section.units'), to: '/units' }}
      />
      <form {...form.props} className="k-card k-form ad-new-unit">
        <h2>{t('units.new.unit')}</h2>
        <Segments
          label={t('units.column.type')}
          options={(['school', 'area'] as const).map((value) => ({
            value,
            label: t(`units.type.${value === 'area' ? 1 : 2}`),
          }))}
          value={type}
          onChange={(value) => form.change('type', value)}
        />
        <div className="k-form__pair">
          {line('name', t('units.name'))}
          {line('englishName', t('units.englishName'))}
        </div>
        <TextField
          {...form.field('host')}
          label={t('units.new.host')}
          hint={t('units.new.hostHint')}
          maxLength={HOST_LENGTH}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
        />
        <LinesField
          {...form.field('campuses')}
          label={t('units.new.campuses')}
          hint={t('units.new.campusesHint')}
          maxLength={3000}
          rows={2}
        />
        <fieldset className="ad-fieldset">
          <legend>{t('units.new.year')}</legend>
          <TextField {...form.field('yearName')} label={t('units.new.yearName')} maxLength={32} autoComplete="off" />
          <div className="k-form__pair">
            {day('yearFrom', t('units.new.from'))}
            {day('yearTo', t('units.new.to'))}
          </div>
          {([0, 1] as const).map((at) => (
            <fieldset key={at} className="ad-fieldset">
              <legend>{t('units.new.term', { number: at + 1 })}</legend>
              <div className="k-form__pair">
                {day(`term${at}From`, t('units.new.from'))}
                {day(`term${at}To`, t('units.new.to'))}
              </div>
            </fieldset>
          ))}
        </fieldset>
        <ColorPicker
          label={t('units.new.color')}
          value={{ color: themeColor }}
          onChange={({ color }) => form.change('themeColor', color)}
        />
        <h2>{t('units.new.administrator')}</h2>
        <div className="k-form__pair">
          {line('adminName', t('form.realName'), PERSON_NAME_LENGTH)}
          {line('adminEnglishName', t('units.new.englishNameOptional'), PERSON_NAME_LENGTH)}
        </div>
        <TextField
          {...form.field('adminLoginName')}
          label={t('form.loginName')}
          maxLength={LOGIN_NAME_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
        />
        <NewPasswordField
          {...form.field('adminPassword')}
          texts={{
            label: t('column.password'),
            show: t('units.password.show'),
            hide: t('units.password.hide'),
            rules: t('units.password.rules'),
            met: t('units.password.met'),
            unmet: t('units.password.unmet'),
            rule: {
              length: t('units.password.rule.length'),
              noSpace: t('units.password.rule.noSpace'),
              noChinese: t('units.password.rule.noChinese'),
              mix: t('units.password.rule.mix'),
              allowed: t('units.password.rule.allowed'),
              notLoginName: t('units.password.rule.notLoginName'),
            },
          }}
          rule="mixed"
          loginName={loginName}
          typed={password}
        />
        <FormFailure failure={form.failure} />
        {!online && <p role="status">{t('offline.form')}</p>}
        <div className="k-form-footer">
          <Button kind="primary" type="submit" busy={form.busy} needsNetwork>
            {t('units.new.create')}
          </Button>
        </div>
      </form>
    </>
  )
}
