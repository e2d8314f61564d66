import './about.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as licence from '../../../../contract/endpoints/units/licence.ts'
import * as resources from '../../../../contract/endpoints/applications/resources.ts'
import { COPYRIGHT_START_YEAR } from '../../../../contract/limits.ts'
import { compareVersions } from './compare-versions.ts'
import { call } from '../../core/api/call.ts'
import { NoData } from '../../ui/feedback/NoData.tsx'
import { formatDay } from '../../ui/format/read-date.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import zhCN from '../../locales/zh-CN/versions.json'
import { addTexts } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import {
  PORTAL_SERVICE,
  readFrontEnd,
  readService,
  readVersions,
  type Deployed,
  type FrontEnd,
  type Service,
  type VersionEntry,
} from './package-facts.ts'

addTexts('zh-CN', 'versions', zhCN)

/** The product's name (unless the unit has another operator's brand), its versions with notes, and what is deployed. */
export function AboutContent({
  unitId,
  deployed: { root, code },
  titleAs = 'h3',
}: {
  /** The user's unit; null without a session. */
  unitId: string | null
  deployed: Deployed
  titleAs?: 'h2' | 'h3'
}) {
  const { t } = useTranslation('versions')
  const query = useQuery({
    queryKey: ['versions', root, code, unitId],
    queryFn: async ({ signal }) => {
      const deployed = { root, code }
      const [versions, frontEnd, service, otherBrand, own] = await Promise.all([
        readVersions(signal, deployed),
        readFrontEnd(signal, deployed),
        readService(signal, PORTAL_SERVICE),
        // Without a session as the document says it to anybody.
        unitId === null
          ? documentUnit()?.otherBrand === true
          : call(licence.oam, { unitId }, { signal }).catch(() => false),
        unitId === null ? [] : call(resources.modules, {}, { signal }).catch(() => []),
      ])
      const bundled = own.filter(({ code: module }) => frontEnd?.applications?.includes(module))
      const applications = await Promise.all(
        bundled.map(async ({ code: module, name, englishName }) => ({
          name,
          englishName,
          frontEnd: await readFrontEnd(signal, { root, code: module }),
          service: await readService(signal, module),
        })),
      )
      return { versions, frontEnd, service, otherBrand, applications }
    },
  })

  return (
    <Loaded query={query} lines={6} text={{ failed: t('failed'), offline: t('failed'), offlineHint: t('offlineHint') }}>
      {({ versions, frontEnd, service, otherBrand, applications }) => (
        <div className="v-about">
          {!otherBrand && <Maker />}
          <Versions list={versions} titleAs={titleAs} />
          {applications.length > 0 && <Applications list={applications} />}
          <Bottom frontEnd={frontEnd} service={service} />
        </div>
      )}
    </Loaded>
  )
}

function Maker() {
  const { t } = useTranslation('versions')
  const [year] = useState(() => new Date().getFullYear())
  return (
    <div className="k-beside v-maker">
      <img src="/icons/favicon.svg" alt="" width="56" height="56" />
      <div>
        <p className="v-maker__name">{t('company')}</p>
        <p className="k-soft">{t('copyright', { from: COPYRIGHT_START_YEAR, to: year })}</p>
      </div>
    </div>
  )
}

function Versions({ list, titleAs: Title }: { list: readonly VersionEntry[]; titleAs: 'h2' | 'h3' }) {
  const language = useLanguage()
  const { t } = useTranslation('versions')
  if (list.length === 0) return <NoData title={t('none')} />
  const newestFirst = list.toSorted((one, other) => compareVersions(other.version, one.version))
  return (
    <div className="k-stack v-list">
      {newestFirst.map(({ version, date, metto }) => (
        <section key={version} aria-label={t('notes', { version })}>
          <div className="v-list__head">
            <Title>{t('version', { version })}</Title>
            {date && <span className="k-soft">{formatDay(date, language)}</span>}
          </div>
          <ol>
            {metto.map(({ cn, en }) => (
              <li key={cn}>{language === 'en' ? en : cn}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

interface ApplicationFacts {
  readonly name: string
  readonly englishName: string
  readonly frontEnd: FrontEnd | null
  readonly service: Service | null
}

/** The user's bundled applications, each with both its versions. */
function Applications({ list }: { list: readonly ApplicationFacts[] }) {
  const language = useLanguage()
  const { t } = useTranslation('versions')
  return (
    <table className="v-applications">
      <caption>{t('applications')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('application')}</th>
          <th scope="col">{t('frontEndColumn')}</th>
          <th scope="col">{t('serverColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ name, englishName, frontEnd, service }) => (
          <tr key={name}>
            <th scope="row">{language === 'en' ? englishName : name}</th>
            <VersionCell version={frontEnd?.version} date={frontEnd?.packageDate} />
            <VersionCell version={service?.serverVersion} date={service?.date} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function VersionCell({ version, date }: { version: string | undefined; date: string | undefined }) {
  const language = useLanguage()
  const { t } = useTranslation('versions')
  if (version === undefined) return <td>{t('noVersion')}</td>
  return (
    <td>
      {version}
      {date && (
        <>
          {' · '}
          <span className="v-applications__date">{formatDay(date, language)}</span>
        </>
      )}
    </td>
  )
}

function Bottom({ frontEnd, service }: { frontEnd: FrontEnd | null; service: Service | null }) {
  const language = useLanguage()
  const { t } = useTranslation('versions')
  const parts = [
    frontEnd && { text: t('frontEnd', { version: frontEnd.version }), date: frontEnd.packageDate },
    service && { text: t('server', { version: service.serverVersion }), date: service.date },
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <p className="v-bottom">
      {parts.map(({ text, date }) => (
        <span key={text}>{date ? t('packaged', { text, date: formatDay(date, language) }) : text}</span>
      ))}
    </p>
  )
}
