import { useState } from 'react'
import { NewPasswordField } from '../../src/app/ui/fields/NewPasswordField.tsx'
import { PasswordField } from '../../src/app/ui/fields/PasswordField.tsx'
import { Segments } from '../../src/app/ui/fields/Segments.tsx'
import { SwitchField } from '../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../src/app/ui/fields/TextField.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function FieldsPage({ say }: PageProps) {
  const [password, setPassword] = useState('')
  const [fresh, setFresh] = useState('')
  const [on, setOn] = useState(true)
  const [view, setView] = useState<'day' | 'week'>('day')
  const seen = { show: say('显示密码', 'Show password'), hide: say('隐藏密码', 'Hide password') }
  return (
    <>
      <Story title={say('一行文字', 'A line of text')}>
        <div className="c-stack">
          <TextField label={say('姓名', 'Name')} error="" maxLength={64} />
          <TextField label={say('手机号', 'Phone')} hint={say('11 位数字', '11 digits')} error="" maxLength={11} />
          <TextField label={say('限额', 'Quota')} unit="GB" error="" defaultValue="10" maxLength={11} />
          <TextField
            label={say('用户名', 'User name')}
            error={say('用户名不能为空！', 'User name cannot be empty!')}
            maxLength={64}
          />
        </div>
      </Story>
      <Story title={say('密码', 'Password')}>
        <div className="c-stack">
          <PasswordField
            label={say('密码', 'Password')}
            texts={seen}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
          />
          <NewPasswordField
            texts={{
              ...seen,
              label: say('新密码', 'New password'),
              rules: say('密码要求', 'What it needs'),
              met: say('已满足', 'met'),
              unmet: say('未满足', 'not met'),
              rule: {
                length: say('8 到 20 个字符', '8 to 20 characters'),
                noSpace: say('没有空格', 'No spaces'),
                noChinese: say('没有汉字', 'No Chinese characters'),
                mix: say('混合使用数字、字母或符号', 'Digits mixed with letters or signs'),
                allowed: say('只用允许的字符', 'Allowed characters only'),
                notLoginName: say('与用户名不同', 'Not the user name'),
              },
            }}
            rule="mixed"
            loginName="teacher"
            typed={fresh}
            value={fresh}
            onChange={(event) => setFresh(event.currentTarget.value)}
          />
        </div>
      </Story>
      <Story title={say('开关', 'Yes or no')}>
        <div className="c-stack">
          <SwitchField
            name="on"
            label={say('允许', 'Allow')}
            hint={say('一句话说明它做什么。', 'What it does, in a sentence.')}
            warning={say('一句话说明它会放开什么。', 'What it opens, in a sentence.')}
            checked={on}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
        </div>
      </Story>
      <Story title={say('几选一', 'One of a few')}>
        <Segments
          label={say('显示', 'Show')}
          options={[
            { value: 'day', label: say('天', 'Day') },
            { value: 'week', label: say('周', 'Week') },
          ]}
          value={view}
          onChange={setView}
        />
      </Story>
    </>
  )
}
