import Reset from '@phosphor-icons/core/regular/arrow-counter-clockwise.svg?react'
import { Link, useParams } from 'react-router-dom'
import * as applications from '../../../contract/endpoints/applications/applications.ts'
import type { ApplicationOverview, DefaultDesktop } from '../../../contract/endpoints/applications/applications.ts'
import { GROUP_CODES } from '../../../contract/endpoints/desktop/desktop.ts'
import { orderOf } from '../../../contract/rules/desktop/arrange-icons.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Select } from '../../../src/app/ui/fields/Select.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { SortableList } from '../SortableList.tsx'
import { desktopOf, movedTo, USER_TYPES } from './application-lists.ts'
import { ApplicationParts } from './ApplicationParts.tsx'
import { ApplicationTile } from './ApplicationTile.tsx'
import { useDefaultDesktop } from './use-application-change.ts'
import { LinkRow } from '../../../src/app/ui/layout/LinkRow.tsx'

/** The desktop that people of a type have until they arrange their own. */
export default function DefaultDesktopPage() {
  const t = useTexts()
  const { type } = useParams()
  const userType = USER_TYPES.find((one) => String(one) === type) ?? 2
  const query = useEndpoint(applications.read, {})
  return (
    <>
      <PageHead title={t('applications.default.title')} hint={t('applications.default.hint')} />
      <ApplicationParts current="default" />
      <LinkRow className="k-parts" label={t('column.type')}>
        {USER_TYPES.map((one) => (
          <Link key={one} to={`/applications/desktop/${one}`} aria-current={one === userType ? 'page' : undefined}>
            {t(`types.${one}`)}
          </Link>
        ))}
      </LinkRow>
      <Loaded query={query}>
        {(overview) => {
          const stored = overview.defaults.find((one) => one.userType === userType)
          return stored && <Desktop key={userType} overview={overview} stored={stored} />
        }}
      </Loaded>
    </>
  )
}

function Desktop({ overview, stored }: { overview: ApplicationOverview; stored: DefaultDesktop }) {
  const { t, nameOf } = useLocale()
  const arrange = useDefaultDesktop()
  const groups = desktopOf(overview.applications, stored.userType, stored.groups ?? [])
  const order = orderOf(groups)
  const store = (next: typeof order) => arrange.mutateAsync({ before: stored, groups: next })
  return (
    <>
      <div className="ad-line ad-line--apart ad-default__state">
        <p className="k-soft">{t(stored.groups ? 'applications.default.own' : 'applications.default.usual')}</p>
        {stored.groups && (
          <Button icon={Reset} needsNetwork onClick={() => arrange.mutate({ before: stored, groups: null })}>
            {t('applications.default.reset')}
          </Button>
        )}
      </div>
      {groups
        .filter(({ iconVMs }) => iconVMs.length > 0)
        .map(({ code, iconVMs }) => (
          <section key={code} className="ad-grade" aria-label={t(`group.${code}`)}>
            <h2>{t(`group.${code}`)}</h2>
            <div className="app-card">
              <SortableList
                label={t(`group.${code}`)}
                entries={iconVMs.map((one) => ({ id: one.code, name: one.name, englishName: one.englishName }))}
                onSort={(codes) => store(order.map((one) => (one.code === code ? { code, codes } : one)))}
              >
                {(entry) => {
                  const name = nameOf(entry)
                  const icon = iconVMs.find((one) => one.code === entry.id)?.icon ?? ''
                  return (
                    <>
                      <ApplicationTile icon={icon} />
                      <p className="ad-entry__text ad-entry__name">{name}</p>
                      <Select
                        className="ad-default__group"
                        aria-label={t('applications.default.groupOf', { name })}
                        value={code}
                        needsNetwork
                        options={GROUP_CODES.map((one) => [one, t(`group.${one}`)])}
                        onChoose={(group) =>
                          arrange.mutate({ before: stored, groups: movedTo(order, entry.id, group) })
                        }
                      />
                    </>
                  )
                }}
              </SortableList>
            </div>
          </section>
        ))}
    </>
  )
}
