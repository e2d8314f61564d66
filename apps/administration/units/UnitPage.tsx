import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import * as units from '../../../contract/endpoints/units/units.ts'
import type { UnitLicence, UnitPage as Unit } from '../../../contract/endpoints/units/units.ts'
import { id } from '../../../contract/fields.ts'
import { dateLocale } from '../../../contract/rules/date-locale.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { UsageBar } from '../../../src/app/ui/feedback/UsageBar.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { PageHead } from '../PageHead.tsx'
import { nameIn, useTexts } from '../portal-context.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { UnitExports } from './UnitExports.tsx'
import { HostsDialog } from './HostsDialog.tsx'
import { LicenceDialog } from './LicenceDialog.tsx'
import { LimitsDialog } from './LimitsDialog.tsx'
import { StateTag } from './StateTag.tsx'

/** One unit: its figures, addresses and licences, and what the operator does with it. */
export default function UnitPage() {
  const t = useTexts()
  const language = useLanguage()
  const parsed = id.safeParse(useParams()['unitId'])
  const query = useEndpoint(units.read, parsed.success ? { unitId: parsed.data } : null)
  const unit = query.data
  const isGone = !parsed.success || failureCode(query.error) === 'units.gone'
  return (
    <>
      <PageHead
        title={t('units.title')}
        shown={
          unit && !isGone ? (
            <>
              {nameIn(unit, language)} <StateTag unit={unit} />
            </>
          ) : (
            t('units.title')
          )
        }
        hint={unit && !isGone && [t(`units.type.${unit.unitType}`), unit.hosts[0]].join(' · ')}
        back={{ label: t('section.units'), to: '/units' }}
      >
        {unit && !isGone && <Actions unit={unit} />}
      </PageHead>
      {isGone ? (
        <div className="app-card ad-card">
          <NoData title={t('units.gone.title')} hint={t('units.gone.hint')} />
        </div>
      ) : (
        <Loaded query={query}>{(found) => <Groups unit={found} />}</Loaded>
      )}
    </>
  )
}

function Actions({ unit }: { unit: Unit }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const [dialog, setDialog] = useState<'suspend' | 'archive' | 'delete' | null>(null)
  const { unitId, state } = unit
  const name = nameIn(unit, language)
  const bring = useChange(units.bringBack, {
    done: t('units.bringBack.done', { name }),
    failed: t('units.bringBack.failed'),
  })
  const suspend = useChange(units.suspend, { done: t('units.suspend.done', { name }) })
  const archive = useChange(units.archive, { done: t('units.archive.done', { name }) })
  return (
    <>
      {state === 'active' ? (
        <Button disabled={!online} onClick={() => setDialog('suspend')}>
          {t('units.suspend.action')}
        </Button>
      ) : (
        <Button kind="primary" disabled={!online} onClick={() => bring.mutate({ unitId })}>
          {t('units.bringBack.action')}
        </Button>
      )}
      {(state === 'active' || state === 'suspended') && (
        <Button disabled={!online} onClick={() => setDialog('archive')}>
          {t('units.archive.action')}
        </Button>
      )}
      {state !== 'deleting' && (
        <Button disabled={!online} onClick={() => setDialog('delete')}>
          {t('units.delete.action')}
        </Button>
      )}
      {dialog === 'suspend' && (
        <ConfirmDialog
          question={t('units.suspend.question', { name })}
          hint={t('units.suspend.hint')}
          action={t('units.suspend.action')}
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            await suspend.mutateAsync({ unitId })
            setDialog(null)
          }}
        />
      )}
      {dialog === 'archive' && (
        <ConfirmDialog
          question={t('units.archive.question', { name })}
          hint={t('units.archive.hint')}
          action={t('units.archive.action')}
          onClose={() => setDialog(null)}
          onConfirm={async () => {
            await archive.mutateAsync({ unitId })
            setDialog(null)
          }}
        />
      )}
      {dialog === 'delete' && <DeleteDialog unit={unit} onClose={() => setDialog(null)} />}
    </>
  )
}

function Groups({ unit }: { unit: Unit }) {
  const t = useTexts()
  const language = useLanguage()
  const day = (at: string) => new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long' }).format(new Date(at))
  return (
    <>
      {unit.state === 'archived' && unit.archivedAt !== null && (
        <p className="k-caution">{t('units.archive.since', { day: day(unit.archivedAt) })}</p>
      )}
      {unit.deleteAfter !== null && <Deletion unit={unit} day={day(unit.deleteAfter)} />}
      <div className="ad-groups">
        <section className="app-card ad-group">
          <h2>{t('units.figures')}</h2>
          <dl className="ad-facts">
            <Fact label={t('units.name')}>{unit.name}</Fact>
            <Fact label={t('structure.englishName')}>{unit.englishName}</Fact>
            <Fact label={t('units.column.createdAt')}>{day(unit.createdAt)}</Fact>
            <Fact label={t('units.column.people')}>{unit.people.toLocaleString(language)}</Fact>
            {([1, 2, 3, 4] as const).map((type) => (
              <Fact key={type} label={t(`types.${type}`)}>
                {unit.peopleByType[type].toLocaleString(language)}
              </Fact>
            ))}
            <Fact label={t('units.usedLately')}>{unit.usedLately.toLocaleString(language)}</Fact>
            <Fact label={t('units.column.storage')}>{formatBytes(unit.storage, language)}</Fact>
            <Fact label={t('units.column.lastActivity')}>
              {unit.lastActivity === null ? t('units.never') : <TimeAgo at={unit.lastActivity} />}
            </Fact>
          </dl>
        </section>
        <Limits unit={unit} />
        <Area unit={unit} />
        <Hosts unit={unit} />
        <Licences unit={unit} />
        <UnitExports unit={unit} />
      </div>
    </>
  )
}

function Deletion({ unit, day }: { unit: Unit; day: string }) {
  const t = useTexts()
  const online = useOnline()
  const keep = useChange(units.keep, { done: t('units.keep.done'), failed: t('units.keep.failed') })
  return (
    <div className="k-caution ad-deletion">
      <p>{t('units.delete.pending', { day })}</p>
      <Button disabled={!online} onClick={() => keep.mutate({ unitId: unit.unitId })}>
        {t('units.keep.action')}
      </Button>
    </div>
  )
}

function Limits({ unit }: { unit: Unit }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const [open, setOpen] = useState(false)
  const { people, peopleLimit, storage, storageLimit } = unit
  const shown = (used: number, limit: number | null, write: (amount: number) => string) =>
    limit === null ? (
      t('units.limits.noLimit', { used: write(used) })
    ) : (
      <UsageBar share={limit === 0 ? 1 : used / limit}>
        {t('units.limits.of', { used: write(used), limit: write(limit) })}
      </UsageBar>
    )
  return (
    <section className="app-card ad-group">
      <h2>{t('units.limits.title')}</h2>
      <dl className="ad-facts">
        <Fact label={t('units.limits.people')}>
          {shown(people, peopleLimit, (amount) => amount.toLocaleString(language))}
        </Fact>
        <Fact label={t('units.column.storage')}>
          {shown(storage, storageLimit, (amount) => formatBytes(amount, language))}
        </Fact>
      </dl>
      <div className="k-buttons">
        <Button disabled={!online} onClick={() => setOpen(true)}>
          {t('units.limits.edit')}
        </Button>
      </div>
      {open && <LimitsDialog unit={unit} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** A school's education office, or an office's schools. */
function Area({ unit }: { unit: Unit }) {
  const t = useTexts()
  const language = useLanguage()
  const save = useChange(units.saveArea, { done: t('units.area.saved') })
  const form = useForm({
    schema: z.object({ areaId: z.string() }),
    values: { areaId: unit.areaId ?? '' },
    submit: ({ areaId }) => save.mutateAsync({ unitId: unit.unitId, areaId: areaId === '' ? null : areaId }),
  })
  if (unit.unitType === '1') {
    return (
      <section className="app-card ad-group">
        <h2>{t('units.area.schools')}</h2>
        {unit.schools.length === 0 ? (
          <p className="ad-soft">{t('units.area.noSchools')}</p>
        ) : (
          <ul className="ad-lines">
            {unit.schools.map((school) => (
              <li key={school.unitId}>
                <Link to={`/units/${school.unitId}`}>{nameIn(school, language)}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    )
  }
  return (
    <section className="app-card ad-group">
      <h2>{t('units.type.1')}</h2>
      {unit.areas.length === 0 ? (
        <p className="ad-soft">{t('units.area.noAreas')}</p>
      ) : (
        <form {...form.props} className="k-form">
          <SelectField
            {...form.field('areaId')}
            label={t('units.area.of')}
            hint={t('units.area.hint')}
            options={[
              ['', t('units.area.none')],
              ...unit.areas.map((area) => [area.unitId, nameIn(area, language)] as const),
            ]}
          />
          <FormFooter form={form} />
        </form>
      )}
    </section>
  )
}

function Hosts({ unit }: { unit: Unit }) {
  const t = useTexts()
  const online = useOnline()
  const [open, setOpen] = useState(false)
  return (
    <section className="app-card ad-group">
      <h2>{t('units.hostNames.title')}</h2>
      <ul className="ad-lines">
        {unit.hosts.map((host, at) => (
          <li key={host}>
            <span>{host}</span>
            {at === 0 && unit.hosts.length > 1 && <Tag>{t('units.hostNames.main')}</Tag>}
          </li>
        ))}
      </ul>
      <div className="k-buttons">
        <Button disabled={!online} onClick={() => setOpen(true)}>
          {t('units.hostNames.edit')}
        </Button>
      </div>
      {open && <HostsDialog unit={unit} onClose={() => setOpen(false)} />}
    </section>
  )
}

function Licences({ unit }: { unit: Unit }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const call = useCall()
  const remove = useChange(
    ({ serverId }: UnitLicence) => call(units.removeLicence, { unitId: unit.unitId, serverId }),
    { done: (_, licence) => t('units.licences.removed', { name: nameIn(licence, language) }) },
  )
  const [dialog, setDialog] = useState<{ edit: UnitLicence | null } | { remove: UnitLicence } | null>(null)
  const close = () => setDialog(null)
  const day = (on: string) =>
    new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date(`${on}T00:00:00Z`),
    )
  return (
    <section className="app-card ad-group">
      <h2>{t('units.licences.title')}</h2>
      <ul className="ad-lines">
        {unit.licences.map((licence) => (
          <li key={licence.serverId}>
            <span>
              {nameIn(licence, language)}
              <span className="ad-soft"> {t('units.licences.until', { day: day(licence.endsOn) })}</span>
            </span>
            {licence.expired && <Tag kind="danger">{t('units.licences.expired')}</Tag>}
            <span className="ad-lines__actions">
              <Button
                kind="quiet"
                disabled={!online}
                aria-label={t('action.editNamed', { name: nameIn(licence, language) })}
                onClick={() => setDialog({ edit: licence })}
              >
                {t('action.edit')}
              </Button>
              {licence.serverId !== 'base' && (
                <Button
                  kind="quiet"
                  disabled={!online}
                  aria-label={t('action.deleteNamed', { name: nameIn(licence, language) })}
                  onClick={() => setDialog({ remove: licence })}
                >
                  {t('units.licences.remove')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="k-buttons">
        <Button disabled={!online} onClick={() => setDialog({ edit: null })}>
          {t('units.licences.add')}
        </Button>
      </div>
      {dialog && 'edit' in dialog && <LicenceDialog unit={unit} licence={dialog.edit} onClose={close} />}
      {dialog && 'remove' in dialog && (
        <ConfirmDialog
          question={t('units.licences.question', { name: nameIn(dialog.remove, language) })}
          hint={t('units.licences.removeHint')}
          action={t('units.licences.remove')}
          onClose={close}
          onConfirm={async () => {
            await remove.mutateAsync(dialog.remove)
            close()
          }}
        />
      )}
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="ad-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
