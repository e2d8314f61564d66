import './today.css'
import Clock from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import Pulse from '@phosphor-icons/core/regular/heartbeat.svg?react'
import Buildings from '@phosphor-icons/core/regular/buildings.svg?react'
import UserGear from '@phosphor-icons/core/regular/user-gear.svg?react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import zhCN from '../../locales/zh-CN/today.json'
import { addTexts } from '../../core/language/i18n.ts'
import { CardTitle } from './CardTitle.tsx'

addTexts('zh-CN', 'today', zhCN)

const CARDS = [
  { key: 'units', at: '#/units', svg: Buildings },
  { key: 'health', at: '#/units/health', svg: Pulse },
  { key: 'operators', at: '#/operators', svg: UserGear },
  { key: 'trail', at: '#/trail', svg: Clock },
] as const

/** Shown to operators in place of today's cards, which are about a school. `administration`: the address of that application. */
export default function OperatorCards({ administration }: { administration: string }) {
  const { t } = useTranslation('today')
  const titleId = useId()
  return (
    <section className="td" aria-labelledby={titleId}>
      <div className="td__head">
        <h2 id={titleId}>{t('operator.title')}</h2>
      </div>
      <ul className="td__cards td__cards--all">
        {CARDS.map(({ key, at, svg }) => (
          <li key={key} className="td-card">
            <CardTitle svg={svg} href={administration + at}>
              {t(`operator.${key}.title`)}
            </CardTitle>
            <p className="td-card__soft td-card__three-lines">{t(`operator.${key}.hint`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
