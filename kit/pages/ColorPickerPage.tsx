import { useState, type CSSProperties } from 'react'
import { PICKER_COLOR, THEME_COLORS } from '../../contract/limits.ts'
import ColorPanel from '../../src/app/ui/fields/ColorPanel.tsx'
import { ColorPicker } from '../../src/app/ui/fields/ColorPicker.tsx'
import type { PickedStyle } from '../../src/app/ui/fields/picked-style.ts'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const THEMES = Object.values(THEME_COLORS)

export default function ColorPickerPage({ say }: PageProps) {
  const [plain, setPlain] = useState<PickedStyle>({ color: PICKER_COLOR })
  const [styled, setStyled] = useState<Partial<PickedStyle>>({
    color: '#2b58a5',
    fontSize: '18px',
    fontFamily: 'KaiTi',
  })
  const [offered, setOffered] = useState<PickedStyle>({ color: THEMES[0] ?? PICKER_COLOR })
  const [shown, setShown] = useState<PickedStyle>({ color: '#17713f' })
  const sample: CSSProperties = { fontFamily: `"${styled.fontFamily ?? ''}", var(--font)`, fontSize: styled.fontSize }

  return (
    <>
      <Story title={say('颜色', 'Colour')}>
        <div className="c-row">
          <ColorPicker label={say('文字颜色', 'Text colour')} value={plain} onChange={setPlain} />
          <output aria-label={say('结果', 'Result')}>{JSON.stringify(plain)}</output>
        </div>
      </Story>
      <Story title={say('颜色、字体和字号', 'Colour, font and size')}>
        <div className="c-row">
          <ColorPicker label={say('标题样式', 'Title style')} value={styled} font onChange={setStyled} />
          <output aria-label={say('样式结果', 'Style result')} style={sample}>
            {JSON.stringify(styled)}
          </output>
        </div>
      </Story>
      <Story title={say('给定的颜色', 'Given colours')}>
        <ColorPicker label={say('主题颜色', 'Theme colour')} value={offered} swatches={THEMES} onChange={setOffered} />
      </Story>
      <Story title={say('直接放在页面里', 'Within a page')}>
        <ColorPanel value={shown} onChange={setShown} />
      </Story>
    </>
  )
}
