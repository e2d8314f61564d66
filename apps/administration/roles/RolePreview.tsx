import { use, useState } from 'react'
import type { Icon as DesktopIcon } from '../../../contract/endpoints/desktop/desktop.ts'
import * as unitRoles from '../../../contract/endpoints/people/unit-roles.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { SectionsContext } from '../sections-context.ts'
import { TYPES, type Type } from './role-texts.ts'

/** The desktop and menu of a person who has this role and no other. */
export function RolePreview({ role: { roleId } }: { role: unitRoles.UnitRole }) {
  const t = useTexts()
  const all = use(SectionsContext)
  const [userType, setUserType] = useState<Type>('2')
  const query = useEndpoint(unitRoles.preview, { roleId, userType })
  return (
    <>
      <div className="ad-line ad-line--apart">
        <p className="k-soft">{t('roles.preview.hint')}</p>
        <Segments
          label={t('roles.preview.as')}
          labelled="unseen"
          options={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={userType}
          onChange={setUserType}
        />
      </div>
      <Loaded query={query}>
        {({ groups, codes }) => {
          const icons = groups.map(({ code, iconVMs }) => ({
            code,
            icons: iconVMs.filter(({ updateStatus }) => updateStatus !== 0),
          }))
          const shown = icons.filter((group) => group.icons.length > 0)
          const sections = all.filter(
            (section) =>
              codes.includes('administration') &&
              section.codes.some((code) => codes.includes(code)) &&
              (userType === '2' || userType === '4'),
          )
          return shown.length === 0 ? (
            <NoDataCard type="desktop" title={t('roles.preview.none')} />
          ) : (
            <div className="ad-role-preview">
              {shown.map((group) => (
                <Card key={group.code} title={t(`group.${group.code}`)}>
                  <Icons icons={group.icons} />
                </Card>
              ))}
              {sections.length > 0 && (
                <Card title={t('sections')}>
                  <ul className="ad-line">
                    {sections.map(({ path }) => (
                      <li key={path}>{t(`section.${path}`)}</li>
                    ))}
                  </ul>
                </Card>
              )}
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

function Icons({ icons }: { icons: readonly DesktopIcon[] }) {
  const { nameOf } = useLocale()
  const shortName = (one: Pick<DesktopIcon, 'shortName' | 'englishShortName'>) =>
    nameOf({ name: one.shortName, englishName: one.englishShortName })
  return (
    <ul className="ad-role-preview__icons">
      {icons.map((icon) => {
        const inside = [...(icon.iconVMs ?? []), ...(icon.children ?? [])]
        return (
          <li key={icon.code}>
            {icon.imgPath === '' ? (
              <span className="ad-role-preview__folder">
                {inside.slice(0, 4).map((one) => (
                  <img key={one.code} src={one.imgPath} alt="" width={18} height={18} />
                ))}
              </span>
            ) : (
              <img src={icon.imgPath} alt="" width={48} height={48} />
            )}
            <span>{shortName(icon)}</span>
            {inside.length > 0 && <span className="k-soft">{inside.map(shortName).join(' · ')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
