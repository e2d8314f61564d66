import { readablePair, type ReadableColor } from './readable-pair.ts'
import { useTexts } from '../portal-context.ts'
import type { CSSProperties } from 'react'

/** What becomes of a colour where text has to be read, on light screens and on dark ones. */
export function ColorPair({ color }: { color: string }) {
  const t = useTexts()
  const { light, dark } = readablePair(color)
  return (
    <div className="ad-pair" role="status">
      <Sample name={t('branding.color.light')} readable={light} />
      <Sample name={t('branding.color.dark')} readable={dark} />
      <p className={light.adjusted || dark.adjusted ? 'ad-pair__adjusted' : 'k-field__hint'}>
        {t(
          light.adjusted && dark.adjusted
            ? 'branding.color.adjustedBoth'
            : light.adjusted
              ? 'branding.color.adjustedLight'
              : dark.adjusted
                ? 'branding.color.adjustedDark'
                : 'branding.color.asChosen',
        )}
      </p>
    </div>
  )
}

function Sample({ name, readable: { color, ground, contrast } }: { name: string; readable: ReadableColor }) {
  const t = useTexts()
  const style: CSSProperties & Record<`--ad-${string}`, string> = { '--ad-text': color, '--ad-ground': ground }
  return (
    <div className="ad-pair__sample" style={style}>
      <strong>{name}</strong>
      <span>{t('branding.color.contrast', { color, ratio: contrast.toFixed(1) })}</span>
    </div>
  )
}
