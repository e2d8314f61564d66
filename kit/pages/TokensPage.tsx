import type { CSSProperties } from 'react'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const TINTS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'Dark'].map((step) => `--primary${step}`)
const PARTS = [
  '--c-page',
  '--c-card',
  '--c-raised',
  '--c-line',
  '--c-line-strong',
  '--c-text',
  '--c-text-soft',
  '--c-accent',
  '--c-accent-strong',
  '--c-accent-soft',
  '--c-success',
  '--c-success-soft',
  '--c-warning',
  '--c-warning-soft',
  '--c-danger',
  '--c-danger-soft',
]
const SIZES = ['12', '14', '16', '18', '22', '26', '34']

function Swatches({ tokens }: { tokens: readonly string[] }) {
  return (
    <div className="c-swatches">
      {tokens.map((token) => {
        const style: CSSProperties & { '--c-swatch': string } = { '--c-swatch': `var(${token})` }
        return (
          <div key={token} className="c-swatch" style={style}>
            <span />
            <span>{token}</span>
          </div>
        )
      })}
    </div>
  )
}

export default function TokensPage({ say }: PageProps) {
  return (
    <>
      <Story title={say('学校颜色的深浅', 'Tints of the unit’s colour')}>
        <Swatches tokens={TINTS} />
      </Story>
      <Story title={say('用途', 'What they are for')}>
        <Swatches tokens={PARTS} />
      </Story>
      <Story title={say('字号', 'Type')}>
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--f-${size})` }}>
            {say(`${size} 像素：河畔实验学校`, `${size} pixels: Riverside School`)}
          </p>
        ))}
      </Story>
    </>
  )
}
