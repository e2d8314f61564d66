import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import Upload from '@phosphor-icons/core/regular/upload-simple.svg?react'
import { useState } from 'react'
import { Button, IconButton } from '../../src/app/ui/Button.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function ButtonsPage({ say }: PageProps) {
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Story title={say('种类', 'Kinds')}>
        <div className="c-row">
          <Button kind="primary">{say('保存', 'Save')}</Button>
          <Button>{say('取消', 'Cancel')}</Button>
          <Button kind="quiet">{say('跳过', 'Skip')}</Button>
          <Button kind="danger" icon={Trash}>
            {say('删除', 'Delete')}
          </Button>
          <IconButton label={say('上传', 'Upload')} svg={Upload} />
        </div>
      </Story>
      <Story title={say('状态', 'States')}>
        <div className="c-row">
          <Button disabled>{say('不可用', 'Disabled')}</Button>
          <Button kind="primary" busy={busy} onClick={() => setBusy(true)}>
            {say('按下后等待', 'Waits after a press')}
          </Button>
          <Button icon={Upload}>{say('带图标', 'With a glyph')}</Button>
        </div>
      </Story>
    </>
  )
}
