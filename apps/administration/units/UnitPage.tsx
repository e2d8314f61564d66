import { useState } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod/mini'
import * as units from '../../../contract/endpoints/units/units.ts'
import type { UnitLicence, UnitPage as Unit } from '../../../contract/endpoints/units/units.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { ConfirmButton, DialogButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { UsageBar } from '../../../src/app/ui/feedback/UsageBar.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { formatBytes, formatDate, formatNumber } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts, useLocale } from '../portal-context.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Card, CardColumns } from '../../../src/app/ui/record/Card.tsx'
import { Facts, Fact, FactsCard } from '../../../src/app/ui/record/Facts.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { useRecord } from '../../../src/app/micro-apps/use-endpoint.ts'
import { ListCard } from '../ListCard.tsx'
import { useDates } from '../messages/use-dates.ts'
import { StateTag } from './StateTag.tsx'
import { DeleteDialog, HostsDialog, LicenceDialog, LimitsDialog } from './UnitDialogs.tsx'
import { UnitExports } from './UnitExports.tsx'

/** One unit: its figures, addresses and licences, and what the operator does with it. */
export default function UnitPage() {
  const { t, nameOf } = useLocale()
  const { query, isGone } = useRecord(units.read, 'units.gone')
  return (
    <RecordPage
      record={query.data}
      isGone={isGone}
      title={t('trail.targets.unit')}
      back={{ label: t('section.units'), to: '/units' }}
      renderHeading={(unit) => (
        <>
          {nameOf(unit)} <StateTag unit={unit} />
        </>
      )}
      renderHint={(unit) => [t(`units.type.${unit.unitType}`), unit.hosts[0]].join(' · ')}
      renderActions={(unit) => <Actions unit={unit} />}
      gone={<NoDataCard title={t('units.gone.title')} hint={t('units.gone.hint')} />}
    >
      <Loaded query={query}>{(found) => <Groups unit={found} />}</Loaded>
    </RecordPage>
  )
}

function Actions({ unit }: { unit: Unit }) {
  const { t, nameOf } = useLocale()
  const [dialog, setDialog] = useState<'suspend' | 'archive' | 'delete' | null>(null)
  const { unitId, state } = unit
  const name = nameOf(unit)
  const bring = useChange(units.bringBack, {
    done: t('units.bringBack.done', { name }),
    failed: t('units.bringBack.failed'),
  })
  const changes = {
    suspend: useChange(units.suspend, { done: t('units.suspend.done', { name }) }),
    archive: useChange(units.archive, { done: t('units.archive.done', { name }) }),
  }
  return (
    <>
      {state === 'active' ? (
        <Button needsNetwork onClick={() => setDialog('suspend')}>
          {t('units.suspend.action')}
        </Button>
      ) : (
        <Button kind="primary" needsNetwork onClick={() => bring.mutate({ unitId })}>
          {t('units.bringBack.action')}
        </Button>
      )}
      {(state === 'active' || state === 'suspended') && (
        <Button needsNetwork onClick={() => setDialog('archive')}>
          {t('units.archive.action')}
        </Button>
      )}
      {state !== 'deleting' && (
        <Button needsNetwork onClick={() => setDialog('delete')}>
          {t('action.delete')}
        </Button>
      )}
      {(dialog === 'suspend' || dialog === 'archive') && (
        <ConfirmDialog
          question={t(`units.${dialog}.question`, { name })}
          hint={t(`units.${dialog}.hint`)}
          action={t(`units.${dialog}.action`)}
          onClose={() => setDialog(null)}
          change={() => changes[dialog].mutateAsync({ unitId })}
        />
      )}
      {dialog === 'delete' && <DeleteDialog unit={unit} onClose={() => setDialog(null)} />}
    </>
  )
}

function Groups({ unit }: { unit: Unit }) {
  const { t, language } = useLocale()
  const day = (at: string) => formatDate(new Date(at), language, { dateStyle: 'long' })
  return (
    <>
      {unit.state === 'archived' && unit.archivedAt !== null && (
        <p className="k-caution">{t('units.archive.since', { day: day(unit.archivedAt) })}</p>
      )}
      {unit.deleteAfter !== null && <Deletion unit={unit} day={day(unit.deleteAfter)} />}
      <CardColumns>
        <FactsCard title={t('units.figures')}>
          <Fact label={t('units.name')}>{unit.name}</Fact>
          <Fact label={t('structure.englishName')}>{unit.englishName}</Fact>
          <Fact label={t('units.column.createdAt')}>{day(unit.createdAt)}</Fact>
          <Fact label={t('units.column.people')}>{formatNumber(unit.people, language)}</Fact>
          {([1, 2, 3, 4] as const).map((type) => (
            <Fact key={type} label={t(`types.${type}`)}>
              {formatNumber(unit.peopleByType[type], language)}
            </Fact>
          ))}
          <Fact label={t('units.usedLately')}>{formatNumber(unit.usedLately, language)}</Fact>
          <Fact label={t('units.column.storage')}>{formatBytes(unit.storage, language)}</Fact>
          <Fact label={t('units.column.lastActivity')}>
            {unit.lastActivity === null ? t('units.never') : <TimeAgo at={unit.lastActivity} />}
          </Fact>
        </FactsCard>
        <Limits unit={unit} />
        <Area unit={unit} />
        <Hosts unit={unit} />
        <Licences unit={unit} />
        <UnitExports unit={unit} />
      </CardColumns>
    </>
  )
}

function Deletion({ unit, day }: { unit: Unit; day: string }) {
  const t = useTexts()
  const keep = useChange(units.keep, { done: t('units.keep.done'), failed: t('units.keep.failed') })
  return (
    <div className="k-caution ad-line ad-line--apart">
      <p>{t('units.delete.pending', { day })}</p>
      <Button needsNetwork onClick={() => keep.mutate({ unitId: unit.unitId })}>
        {t('units.keep.action')}
      </Button>
    </div>
  )
}

function Limits({ unit }: { unit: Unit }) {
  const { t, language } = useLocale()
  const { people, peopleLimit, storage, storageLimit } = unit
  const shown = (used: number, limit: number | null, write: (amount: number) => string) =>
    limit === null ? (
      t('units.limits.free', { used: write(used) })
    ) : (
      <UsageBar share={limit === 0 ? 1 : used / limit}>
        {t('units.limits.of', { used: write(used), limit: write(limit) })}
      </UsageBar>
    )
  return (
    <Card title={t('units.limits.title')}>
      <Facts>
        <Fact label={t('units.limits.people')}>
          {shown(people, peopleLimit, (amount) => formatNumber(amount, language))}
        </Fact>
        <Fact label={t('units.column.storage')}>
          {shown(storage, storageLimit, (amount) => formatBytes(amount, language))}
        </Fact>
      </Facts>
      <div className="k-buttons">
        <DialogButton renderDialog={(close) => <LimitsDialog unit={unit} onClose={close} />}>
          {t('units.limits.edit')}
        </DialogButton>
      </div>
    </Card>
  )
}

/** A school's education office, or an office's schools. */
function Area({ unit }: { unit: Unit }) {
  const { t, nameOf } = useLocale()
  const save = useChange(units.saveArea, { done: t('units.area.saved') })
  const form = useForm({
    schema: z.object({ areaId: z.string() }),
    values: { areaId: unit.areaId ?? '' },
    submit: ({ areaId }) => save.mutateAsync({ unitId: unit.unitId, areaId: areaId === '' ? null : areaId }),
  })
  if (unit.unitType === '1') {
    return (
      <Card title={t('units.area.schools')}>
        {unit.schools.length === 0 ? (
          <p className="k-soft">{t('units.area.noSchools')}</p>
        ) : (
          <ul className="ad-lines">
            {unit.schools.map((school) => (
              <li key={school.unitId}>
                <Link to={`/units/${school.unitId}`}>{nameOf(school)}</Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    )
  }
  return (
    <Card title={t('units.type.1')}>
      {unit.areas.length === 0 ? (
        <p className="k-soft">{t('units.area.noAreas')}</p>
      ) : (
        <form {...form.props} className="k-form">
          <SelectField
            {...form.field('areaId')}
            label={t('units.area.of')}
            hint={t('units.area.hint')}
            options={[['', t('units.area.none')], ...unit.areas.map((area) => [area.unitId, nameOf(area)] as const)]}
          />
          <FormFooter form={form} />
        </form>
      )}
    </Card>
  )
}

function Hosts({ unit }: { unit: Unit }) {
  const t = useTexts()
  return (
    <Card title={t('units.hostNames.title')}>
      <ul className="ad-lines">
        {unit.hosts.map((host, at) => (
          <li key={host}>
            <span>{host}</span>
            {at === 0 && unit.hosts.length > 1 && <Tag>{t('units.hostNames.main')}</Tag>}
          </li>
        ))}
      </ul>
      <div className="k-buttons">
        <DialogButton renderDialog={(close) => <HostsDialog unit={unit} onClose={close} />}>
          {t('units.hostNames.edit')}
        </DialogButton>
      </div>
    </Card>
  )
}

function Licences({ unit }: { unit: Unit }) {
  const { t, nameOf } = useLocale()
  const call = useCall()
  const remove = useChange(
    ({ serverId }: UnitLicence) => call(units.removeLicence, { unitId: unit.unitId, serverId }),
    { done: (_, licence) => t('units.licences.removed', { name: nameOf(licence) }) },
  )
  const { day } = useDates()
  return (
    <ListCard title={t('units.licences.title')}>
      <ul className="ad-lines">
        {unit.licences.map((licence) => (
          <li key={licence.serverId}>
            <span>
              {nameOf(licence)}
              <span className="k-soft"> {t('units.licences.until', { day: day(licence.endsOn) })}</span>
            </span>
            {licence.expired && <Tag kind="danger">{t('units.licences.expired')}</Tag>}
            <span className="ad-lines__actions">
              <DialogButton
                kind="quiet"
                aria-label={t('action.editNamed', { name: nameOf(licence) })}
                renderDialog={(close) => <LicenceDialog unit={unit} licence={licence} onClose={close} />}
              >
                {t('action.edit')}
              </DialogButton>
              {licence.serverId !== 'base' && (
                <ConfirmButton
                  kind="quiet"
                  aria-label={t('action.deleteNamed', { name: nameOf(licence) })}
                  question={t('units.licences.question', { name: nameOf(licence) })}
                  hint={t('units.licences.removeHint')}
                  action={t('units.licences.remove')}
                  change={() => remove.mutateAsync(licence)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="k-buttons">
        <DialogButton renderDialog={(close) => <LicenceDialog unit={unit} licence={null} onClose={close} />}>
          {t('units.licences.add')}
        </DialogButton>
      </div>
    </ListCard>
  )
}
