import Upload from '@phosphor-icons/core/regular/upload-simple.svg?react'
import { useState } from 'react'
import { PICKER_COLOR } from '../../contract/limits.ts'
import { Button, IconButton } from '../../src/app/ui/Button.tsx'
import { ColorPicker } from '../../src/app/ui/fields/ColorPicker.tsx'
import { CopyText } from '../../src/app/ui/fields/CopyText.tsx'
import type { PickedStyle } from '../../src/app/ui/fields/picked-style.ts'
import { Segments } from '../../src/app/ui/fields/Segments.tsx'
import { SwitchField } from '../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../src/app/ui/fields/TextField.tsx'
import { PickField } from '../../src/app/ui/pick/PickField.tsx'
import type { PickOption } from '../../src/app/ui/pick/pick-option.ts'
import { Story, useSay } from '../Story.tsx'

const VIEWS = ['1', '2'] as const

const PEOPLE: readonly PickOption[] = ['Lin Zhiyuan', 'Lin Xi', 'Wang Lin', 'Zhou Min'].map((name, at) => ({
  id: String(at),
  name,
  detail: `T000${at}`,
}))
let failures = 1

/** Whose name has the text; the first search for "min" fails. */
async function searchPeople(text: string): Promise<readonly PickOption[]> {
  const sought = text.toLowerCase()
  if (sought === 'min' && failures-- > 0) throw new Error('no answer')
  return PEOPLE.filter(({ name }) => name.toLowerCase().includes(sought))
}

function PickStory({ label, most }: { label: string; most: number }) {
  const [chosen, setChosen] = useState<readonly PickOption[]>([])
  return (
    <PickField
      label={label}
      most={most}
      chosen={chosen}
      search={searchPeople}
      show={(one) => one}
      onChange={setChosen}
    />
  )
}

export function FieldsPage() {
  const say = useSay()
  const [isOn, setOn] = useState(true)
  const [view, setView] = useState<(typeof VIEWS)[number]>('1')
  const [plain, setPlain] = useState<PickedStyle>({ color: PICKER_COLOR })
  const [styled, setStyled] = useState<PickedStyle>({ color: '#2b58a5', fontSize: '18px', fontFamily: 'KaiTi' })
  const upload = say('上传', 'Upload')
  const hint = say('一句话说明它做什么。', 'What it does, in a sentence.')
  return (
    <>
      <Story title={say('按钮', 'Buttons')}>
        {(['primary', 'plain', 'quiet', 'danger'] as const).map((kind) => (
          <Button key={kind} kind={kind}>
            {upload}
          </Button>
        ))}
        <Button disabled>{upload}</Button>
        <Button busy>{upload}</Button>
        <Button icon={Upload}>{upload}</Button>
        <IconButton label={upload} svg={Upload} />
      </Story>
      <Story title={say('输入框', 'Fields')}>
        <TextField label={say('限额', 'Quota')} hint={hint} unit="GB" error="" />
        <TextField label={say('用户名', 'User name')} error={say('用户名不能为空！', 'User name cannot be empty!')} />
        <CopyText label={say('回调地址', 'Callback address')} text="https://school.example/login" hint={hint} />
        <SwitchField
          name="on"
          label={say('允许', 'Allow')}
          hint={hint}
          warning={hint}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        <Segments
          label={say('显示', 'Show')}
          options={VIEWS.map((value) => ({ value, label: say(`第 ${value} 周`, `Week ${value}`) }))}
          value={view}
          onChange={setView}
        />
      </Story>
      <Story title={say('颜色、字体和字号', 'Colour, font and size')}>
        <ColorPicker label={say('文字颜色', 'Text colour')} value={plain} onChange={setPlain} />
        <output aria-label={say('结果', 'Result')}>{JSON.stringify(plain)}</output>
        <ColorPicker label={say('标题样式', 'Title style')} value={styled} font onChange={setStyled} />
        <output aria-label={say('样式结果', 'Style result')}>{JSON.stringify(styled)}</output>
      </Story>
      <Story title={say('查找并选择', 'Search and pick')}>
        <PickStory label={say('班主任', 'Class teacher')} most={1} />
        <PickStory label={say('收件人', 'Receivers')} most={3} />
      </Story>
    </>
  )
}
