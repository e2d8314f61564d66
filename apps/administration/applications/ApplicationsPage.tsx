import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { Link } from 'react-router-dom'
import * as applicationsEndpoints from '../../../contract/endpoints/applications/applications.ts'
import type { Application, ApplicationOverview } from '../../../contract/endpoints/applications/applications.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { CheckBox } from '../../../src/app/ui/fields/CheckBox.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { SortableList } from '../SortableList.tsx'
import { listsOf, type ApplicationList } from './application-lists.ts'
import { ApplicationParts } from './ApplicationParts.tsx'
import { ApplicationTile } from './ApplicationTile.tsx'
import { LicenceTag } from './LicenceTag.tsx'
import { useApplicationOrder, useApplicationRemoval, useApplicationSwitch } from './use-application-change.ts'
import { useAudienceText } from './use-audience-text.ts'

/** The applications of the unit by the groups of the desktop. */
export default function ApplicationsPage() {
  const t = useTexts()
  const query = useEndpoint(applicationsEndpoints.read, {})
  return (
    <>
      <PageHead title={t('section.applications')} hint={t('applications.hint')}>
        <Link className="k-button k-button--primary" to="/applications/new">
          <Icon svg={Plus} />
          {t('applications.add')}
        </Link>
      </PageHead>
      <ApplicationParts current="list" />
      <Loaded query={query}>
        {(overview) => {
          const lists = listsOf(overview.applications)
          if (lists.length > 0) return lists.map((list) => <List key={list.key} list={list} overview={overview} />)
          return <NoDataCard title={t('applications.none.title')} hint={t('applications.none.hint')} />
        }}
      </Loaded>
    </>
  )
}

function List({
  list: { group, folder, applications },
  overview,
}: {
  list: ApplicationList
  overview: ApplicationOverview
}) {
  const { t, nameOf } = useLocale()
  const sort = useApplicationOrder()
  const title = group ? t(`group.${group}`) : t('applications.inFolder', { name: folder ? nameOf(folder) : '' })
  const entries = applications.map(({ code: id, name, englishName }) => ({ id, name, englishName }))
  return (
    <section className="ad-grade" aria-label={title}>
      <h2>{title}</h2>
      <div className="app-card">
        <SortableList
          label={title}
          entries={entries}
          onSort={(codes) => sort.mutateAsync({ before: entries.map(({ id }) => id), codes })}
        >
          {({ id }) => {
            const application = applications.find(({ code }) => code === id)
            return application && <Row application={application} overview={overview} />
          }}
        </SortableList>
      </div>
    </section>
  )
}

function Row({ application, overview }: { application: Application; overview: ApplicationOverview }) {
  const { t, nameOf } = useLocale()
  const turn = useApplicationSwitch()
  const remove = useApplicationRemoval()
  const audienceText = useAudienceText(overview)
  const { code, icon, on, own, needed, licence } = application
  const name = nameOf(application)
  return (
    <>
      <ApplicationTile icon={icon} on={on} />
      <div className="ad-entry__text">
        <p className="ad-entry__name">
          <Link to={`/applications/${code}`}>{name}</Link>
          {!on && <Tag>{t('applications.off')}</Tag>}
          <LicenceTag licence={licence} />
        </p>
        <p className="k-soft ad-entry__facts">
          <Opens application={application} overview={overview} />
          <span>{audienceText(application)}</span>
        </p>
      </div>
      <div className="ad-entry__actions">
        {own && (
          <IconButton
            svg={Trash}
            label={t('action.deleteNamed', { name })}
            needsNetwork
            onClick={() => remove.mutate(application)}
          />
        )}
        <CheckBox
          label={t('applications.shown', { name })}
          title={needed ? t('applications.needed') : undefined}
          checked={on}
          needsNetwork
          disabled={needed}
          onChange={(isOn) => turn.mutate({ application, on: isOn })}
        />
      </div>
    </>
  )
}

function Opens({
  application: { opens, httpRefusal },
  overview,
}: {
  application: Application
  overview: ApplicationOverview
}) {
  const { t, nameOf } = useLocale()
  switch (opens.kind) {
    case 'link':
      if (httpRefusal !== null) return <Tag kind="warning">{t('applications.httpClosed')}</Tag>
      return <span>{URL.canParse(opens.url) ? new URL(opens.url).host : opens.url}</span>
    case 'client': {
      const client = overview.clients.find(({ clientId }) => clientId === opens.clientId)
      if (!client?.usable) return <Tag kind="warning">{t('applications.noClient')}</Tag>
      return <span>{t('applications.signsIn', { name: nameOf(client) })}</span>
    }
    case 'dedicated':
      return <span>{t('applications.opens.dedicated')}</span>
    case 'folder':
      return <span>{t('applications.folder')}</span>
    case 'micro-app':
      return <span>{t('applications.builtIn')}</span>
  }
}
