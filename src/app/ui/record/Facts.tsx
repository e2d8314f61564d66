import './record.css'
import type { ReactNode } from 'react'
import { useKitTexts } from '../use-kit-texts.ts'
import { Card } from './Card.tsx'

/** The properties of a record, one `Fact` a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="k-facts">{children}</dl>
}

/** A card of nothing but properties. */
export function FactsCard({ title, tag, children }: { title: string; tag?: ReactNode; children: ReactNode }) {
  return (
    <Card title={title} tag={tag}>
      <Facts>{children}</Facts>
    </Card>
  )
}

/** A property of a record; a dash where it has none. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { t } = useKitTexts()
  return (
    <div className="k-fact">
      <dt>{label}</dt>
      <dd>{children === null || children === '' ? <span className="k-soft">{t('none')}</span> : children}</dd>
    </div>
  )
}
