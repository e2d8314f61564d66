import { useState } from 'react'
import { ABOUT_WIDTH, PICKER_COLOR } from '../../contract/limits.ts'
import { notify } from '../../src/app/core/notices/notices.ts'
import { Button } from '../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../src/app/ui/dialog/Dialog.tsx'
import { QuestionDialog } from '../../src/app/ui/dialog/QuestionDialog.tsx'
import { ColorPicker } from '../../src/app/ui/fields/ColorPicker.tsx'
import { TextField } from '../../src/app/ui/fields/TextField.tsx'
import { Story, useSay } from '../Story.tsx'

export function DialogPage() {
  const say = useSay()
  const [open, setOpen] = useState<'plain' | 'long' | 'question' | null>(null)
  const [isOver, setOver] = useState(false)
  const [color, setColor] = useState({ color: PICKER_COLOR })
  const [tries, setTries] = useState(0)
  const close = () => setOpen(null)
  const undo = { label: say('撤销', 'Undo'), run: () => notify('info', say('已恢复', 'Restored')) }
  return (
    <Story title={say('对话框', 'Dialogs')}>
      <Button onClick={() => setOpen('plain')}>{say('打开', 'Open')}</Button>
      <Button onClick={() => setOpen('long')}>{say('很长的内容', 'Long content')}</Button>
      <Button onClick={() => setOpen('question')}>{say('先失败一次', 'Fails at first')}</Button>

      <Dialog open={open === 'plain'} title={say('选择主题', 'Choose a theme')} onClose={close}>
        <Button onClick={() => setOver(true)}>{say('再打开一个', 'Open another')}</Button>
        <Button onClick={() => notify('success', say('已删除', 'Deleted'), { action: undo })}>
          {say('删除一个文件', 'Delete a file')}
        </Button>
        <ColorPicker label={say('颜色', 'Colour')} value={color} onChange={setColor} />
        <Dialog
          open={isOver}
          title={say('第二层', 'Over it')}
          width={NARROW_DIALOG}
          backdrop
          onClose={() => setOver(false)}
        >
          <p>{say('点击旁边关闭。', 'A press beside it closes it.')}</p>
        </Dialog>
      </Dialog>
      <Dialog
        open={open === 'long'}
        title={say('Esc 不关闭', 'Escape does not close it')}
        width={`${ABOUT_WIDTH}px`}
        escape={false}
        onClose={close}
        footer={
          <Button kind="primary" onClick={close}>
            {say('知道了', 'Got it')}
          </Button>
        }
      >
        <p style={{ height: 2000 }}>{say('内容滚动。', 'The content scrolls.')}</p>
      </Dialog>
      {open === 'question' && (
        <QuestionDialog
          question={say('撤回这份申请？', 'Withdraw this request?')}
          action={say('撤回', 'Withdraw')}
          onClose={close}
          onFailure={() => notify('error', say('没有连上服务器', 'The server could not be reached'))}
          onConfirm={async () => {
            setTries(tries + 1)
            if (tries === 0) throw new Error('the server could not be reached')
            notify('success', say('申请已撤回', 'The request was withdrawn'))
            close()
          }}
        >
          <TextField label={say('原因', 'Reason')} error="" />
        </QuestionDialog>
      )}
    </Story>
  )
}
