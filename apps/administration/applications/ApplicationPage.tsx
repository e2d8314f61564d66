import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import type { Application, ApplicationOverview } from '../../../contract/endpoints/applications/applications.ts'
import { DEDICATED_CODE } from '../../../contract/rules/desktop/own-application.ts'
import { GROUP_CODES } from '../../../contract/endpoints/desktop/desktop.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'
import { applicationForm, formOf, requestOf } from './application-form.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { IconField } from './IconField.tsx'
import { LicenceTag } from './LicenceTag.tsx'
import { OVERVIEW, useApplicationRemoval } from './use-application-change.ts'
import { useAudienceText } from './use-audience-text.ts'

const NEW = 'new'
const LIST = '/applications'
const AUDIENCE = ['userTypes', 'roleIds', 'classIds', 'campusIds'] as const

/** An application of the unit, or a new one. */
export default function ApplicationPage() {
  const { t, nameOf } = useLocale()
  const navigate = useNavigate()
  const remove = useApplicationRemoval()
  const { code } = useParams()
  const query = useEndpoint(applications.read, {})
  const of = query.data?.applications.find((one) => one.code === code) ?? null
  const leave = () => void navigate(LIST)
  return (
    <RecordPage
      record={of ?? undefined}
      isGone={code !== NEW && query.data !== undefined && of === null}
      title={t(code === NEW ? 'applications.add' : 'applications.one')}
      back={{ label: t('section.applications'), to: LIST }}
      renderHeading={(found) => (
        <>
          {nameOf(found)} <LicenceTag licence={found.licence} />
        </>
      )}
      renderActions={(found) =>
        found.own && (
          <Button
            icon={Trash}
            needsNetwork
            onClick={() => {
              remove.mutate(found)
              leave()
            }}
          >
            {t('applications.delete')}
          </Button>
        )
      }
      gone={
        <NoDataCard
          title={t('applications.gone.title')}
          hint={t('applications.gone.hint')}
          action={
            <Link className="k-button k-button--primary" to={LIST}>
              {t('section.applications')}
            </Link>
          }
        />
      }
    >
      <Loaded query={query}>{(overview) => <Form key={code} of={of} overview={overview} onDone={leave} />}</Loaded>
    </RecordPage>
  )
}

function Form({ of, overview, onDone }: { of: Application | null; overview: ApplicationOverview; onDone: () => void }) {
  const { t, nameOf } = useLocale()
  const call = useCall()
  const audienceText = useAudienceText(overview)
  // What was typed is compared with what was there when the form was opened.
  const [first] = useState(() => formOf(of, overview.applications))
  const [version] = useState(of?.version ?? null)
  const save = useChange(
    async (request: RequestOf<typeof applications.save>) => (await call(applications.save, request)).overview,
    {
      done: (_, saved) => t(of ? 'form.saved' : 'form.added', { name: nameOf(saved) }),
      shows: OVERVIEW,
    },
  )
  const form = useForm({
    schema: applicationForm,
    values: first,
    record: {
      endpoint: applications.save,
      version,
      valuesOf: (now) => formOf(now, overview.applications),
    },
    texts: { icon: t('applications.icon.chooseAnother') },
    async submit(fields, known) {
      await save.mutateAsync(requestOf(of, fields, known))
      onDone()
    },
  })
  const { kind, icon, userTypes, roleIds, classIds, campusIds } = form.watch()
  const audience = { userTypes, roleIds, classIds, campusIds }
  const mayBeDedicated = of === null && overview.applications.every(({ code }) => code !== DEDICATED_CODE)
  const usable = overview.clients.filter(({ clientId, usable: on }) => on || clientId === first.clientId)

  return (
    <form {...form.props} className="k-stack">
      <Card title={t('applications.part.name')}>
        <div className="k-form__pair">
          <TextField {...form.field('name')} label={t('applications.name')} />
          <TextField {...form.field('englishName')} label={t('applications.englishName')} />
        </div>
        {of?.folder == null && (
          <SelectField
            {...form.field('group')}
            label={t('applications.group')}
            options={GROUP_CODES.map((one) => [one, t(`group.${one}`)] as const)}
          />
        )}
        {of?.opens.kind !== 'folder' && (
          <IconField
            of={of}
            all={overview.applications}
            value={icon}
            error={form.errorOf('icon')}
            onChange={(chosen) => form.change('icon', chosen)}
          />
        )}
      </Card>
      <Card title={t('applications.part.opens')}>
        {kind === 'fixed' || of?.opens.kind === 'dedicated' ? (
          <Fixed of={of} />
        ) : (
          <>
            <Segments
              label={t('column.type')}
              value={kind}
              options={[
                { value: 'link' as const, label: t('applications.opens.link') },
                { value: 'client' as const, label: t('applications.opens.client') },
                // A unit has one.
                ...(mayBeDedicated ? [{ value: 'dedicated' as const, label: t('applications.opens.dedicated') }] : []),
              ]}
              onChange={(chosen) => form.change('kind', chosen)}
            />
            {kind === 'dedicated' && <p className="k-soft">{t('applications.opens.dedicatedHint')}</p>}
            {kind === 'link' && (
              <>
                <TextField
                  {...form.field('url')}
                  label={t('applications.opens.url')}
                  hint={
                    overview.httpPlaces.length > 0
                      ? t('applications.opens.urlHintHttp', {
                          places: overview.httpPlaces.join(t('comma')),
                        })
                      : t('applications.opens.urlHint')
                  }
                  type="url"
                  inputMode="url"
                  placeholder="https://"
                />
                {of && of.httpRefusal !== null && (
                  <p className="k-caution">
                    {t(
                      of.httpRefusal === 'application.http'
                        ? 'applications.opens.httpClosed'
                        : 'applications.opens.httpOwnHost',
                    )}
                  </p>
                )}
              </>
            )}
            {kind === 'client' && (
              <SelectField
                {...form.field('clientId')}
                label={t('applications.opens.which')}
                hint={t(usable.length > 0 ? 'applications.opens.clientHint' : 'applications.opens.noClients')}
                options={[['', t('form.choose')], ...usable.map((one) => [one.clientId, nameOf(one)] as const)]}
              />
            )}
          </>
        )}
      </Card>
      <Card
        title={t('applications.part.audience')}
        hint={of?.needed ? t('applications.needed') : t('applications.audience.hint')}
      >
        {!of?.needed && (
          <>
            <p role="status">
              <strong>
                {t('applications.audience.shown', {
                  people: audienceText({ madeFor: of?.madeFor ?? [1, 2, 3, 4], audience }),
                })}
              </strong>
            </p>
            <AudienceFields
              of={of}
              overview={overview}
              value={audience}
              errorOf={form.errorOf}
              onChange={(changed) => {
                const next = { ...audience, ...changed }
                for (const field of AUDIENCE) form.change(field, next[field])
              }}
            />
          </>
        )}
      </Card>
      <Card title={t('applications.part.licence')} hint={t('applications.licence.hint')}>
        {kind === 'fixed' ? (
          <LicenceOfPortal of={of} />
        ) : (
          <TextField
            {...form.field('endsOn')}
            type="date"
            label={t('applications.licence.endsOn')}
            min="2020-01-01"
            max="2099-12-31"
          />
        )}
      </Card>
      <FormFooter form={form}>
        <Link className="k-button" to={LIST}>
          {t('action.cancel')}
        </Link>
      </FormFooter>
    </form>
  )
}

/** What a built-in application opens. */
function Fixed({ of }: { of: Application | null }) {
  const t = useTexts()
  if (of?.opens.kind === 'dedicated') return <p className="k-soft">{t('applications.opens.dedicatedHint')}</p>
  if (of?.opens.kind === 'link') return <p className="k-soft">{t('applications.opens.fixed', { url: of.opens.url })}</p>
  return <p className="k-soft">{t(of?.opens.kind === 'folder' ? 'applications.folder' : 'applications.builtIn')}</p>
}

function LicenceOfPortal({ of }: { of: Application | null }) {
  const { t, date } = useLocale()
  return (
    <p>
      {of?.licence
        ? t('applications.licence.until', { date: date(of.licence.endsOn) })
        : t('applications.licence.withPortal')}
    </p>
  )
}
