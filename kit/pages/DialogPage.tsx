import { useState } from 'react'
import { ABOUT_WIDTH } from '../../contract/limits.ts'
import { Button } from '../../src/app/ui/Button.tsx'
import { ColorPicker } from '../../src/app/ui/fields/ColorPicker.tsx'
import { Dialog, NARROW_DIALOG } from '../../src/app/ui/dialog/Dialog.tsx'
import { notify } from '../../src/app/core/notices/notices.ts'
import { QuestionDialog } from '../../src/app/ui/dialog/QuestionDialog.tsx'
import { TextField } from '../../src/app/ui/fields/TextField.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

type Opened = 'plain' | 'long' | 'form' | 'question' | 'backdrop' | 'kept' | 'about' | 'gone' | 'fails'

export default function DialogPage({ say }: PageProps) {
  const [open, setOpen] = useState<Opened | null>(null)
  const [over, setOver] = useState(false)
  const [colour, setColour] = useState<string>()
  const [tries, setTries] = useState(0)
  const close = () => setOpen(null)
  const tellFailure = () => notify('error', say('没有连上服务器', 'The server could not be reached'))
  const asked = (which: Opened) => ({ open: open === which, onClose: close, onFailure: tellFailure })
  const opener = (which: Opened, text: string) => <Button onClick={() => setOpen(which)}>{text}</Button>

  return (
    <>
      <Story
        title={say('大小', 'Sizes')}
        hint={say(
          '默认 60%；问题和小表单较窄；手机上是整宽的底部面板。',
          '60% by default; narrow for questions and small forms; a full-width sheet on a phone.',
        )}
      >
        <div className="c-row">
          {opener('plain', say('打开', 'Open'))}
          {opener('long', say('很长的内容', 'Long content'))}
          {opener('about', say('650 像素', '650 pixels'))}
          {opener('form', say('小表单', 'Small form'))}
          {opener('question', say('问题', 'Question'))}
          {opener('gone', say('随所在行消失', 'Gone with its row'))}
          {opener('fails', say('先失败一次', 'Fails at first'))}
        </div>
      </Story>
      <Story
        title={say('怎样关闭', 'What closes it')}
        hint={say(
          '默认只有 Esc 和按钮；点击背景关闭需要开启。',
          'Escape and its buttons; a press on the backdrop only where that is enabled.',
        )}
      >
        <div className="c-row">
          {opener('backdrop', say('点击背景关闭', 'Backdrop closes'))}
          {opener('kept', say('Esc 不关闭', 'Escape does not close'))}
        </div>
      </Story>

      <Dialog open={open === 'plain'} title={say('选择主题', 'Choose a theme')} onClose={close}>
        <p>{say('拖动标题可以移动。', 'Drag the title to move it.')}</p>
        <div className="c-row">
          <Button onClick={() => setOver(true)}>{say('再打开一个', 'Open another')}</Button>
          <Button
            onClick={() =>
              notify('success', say('已删除', 'Deleted'), {
                action: { label: say('撤销', 'Undo'), run: () => notify('info', say('已恢复', 'Restored')) },
              })
            }
          >
            {say('删除一个文件', 'Delete a file')}
          </Button>
          <ColorPicker
            label={say('颜色', 'Colour')}
            value={colour === undefined ? {} : { color: colour }}
            onChange={({ color }) => setColour(color)}
          />
        </div>
        <Dialog open={over} title={say('第二层', 'Second layer')} width={NARROW_DIALOG} onClose={() => setOver(false)}>
          <p>{say('关闭后回到下面一层。', 'Closing goes back to the one below.')}</p>
        </Dialog>
      </Dialog>
      <Dialog
        open={open === 'long'}
        title={say('使用说明', 'How to use it')}
        onClose={close}
        footer={
          <Button kind="primary" onClick={close}>
            {say('知道了', 'Got it')}
          </Button>
        }
      >
        {Array.from({ length: 40 }, (_, index) => (
          <p key={index}>
            {say(
              `第 ${index + 1} 条：内容滚动，标题和按钮不动。`,
              `Rule ${index + 1}: the content scrolls; title and buttons stay.`,
            )}
          </p>
        ))}
      </Dialog>
      <Dialog open={open === 'about'} title={say('关于', 'About')} width={`${ABOUT_WIDTH}px`} onClose={close}>
        <p>{say('宽度可以是任何长度。', 'The width may be any length.')}</p>
      </Dialog>
      <Dialog
        open={open === 'form'}
        title={say('新建文件夹', 'New folder')}
        width={NARROW_DIALOG}
        onClose={close}
        footer={
          <>
            <Button onClick={close}>{say('取消', 'Cancel')}</Button>
            <Button kind="primary" onClick={close}>
              {say('新建', 'Create')}
            </Button>
          </>
        }
      >
        <TextField label={say('名称', 'Name')} error="" />
      </Dialog>
      {open === 'gone' && (
        <QuestionDialog
          {...asked('gone')}
          question={say('删除“第一学期”？', 'Delete “First term”?')}
          action={say('删除', 'Delete')}
          onConfirm={async () => {
            notify('success', say('“第一学期”已删除', '“First term” was deleted'))
            close()
          }}
        >
          <p>{say('对话框和它所在的一行一起消失。', 'The dialog goes together with the row that it stands in.')}</p>
        </QuestionDialog>
      )}
      <QuestionDialog
        {...asked('question')}
        question={say('删除这 3 个文件？', 'Delete these 3 files?')}
        action={say('删除', 'Delete')}
        onConfirm={async () => close()}
      >
        <p>{say('删除后 30 天内可以恢复。', 'They can be restored for 30 days.')}</p>
      </QuestionDialog>
      <QuestionDialog
        {...asked('fails')}
        question={say('撤回这份申请？', 'Withdraw this request?')}
        action={say('撤回', 'Withdraw')}
        onConfirm={async () => {
          setTries(tries + 1)
          if (tries % 2 === 0) throw new Error('the server could not be reached')
          close()
        }}
      >
        <TextField label={say('原因', 'Reason')} error="" />
      </QuestionDialog>
      <Dialog
        open={open === 'backdrop'}
        title={say('看一眼', 'A quick look')}
        width={NARROW_DIALOG}
        backdrop
        onClose={close}
      >
        <p>{say('点击旁边就会关闭。', 'A press beside it closes it.')}</p>
      </Dialog>
      <Dialog
        open={open === 'kept'}
        title={say('恢复代码', 'Recovery codes')}
        escape={false}
        onClose={close}
        footer={
          <Button kind="primary" onClick={close}>
            {say('我已保存', 'I have kept them')}
          </Button>
        }
      >
        <p>{say('只显示这一次，所以 Esc 不会关闭。', 'They are shown this once, so Escape does not close it.')}</p>
      </Dialog>
    </>
  )
}
