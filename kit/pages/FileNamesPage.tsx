import { FileIcon } from '../../src/app/ui/files/FileIcon.tsx'
import { FileName } from '../../src/app/ui/files/FileName.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

const NAMES = [
  'report.pdf',
  'plan.docx',
  'marks.xlsx',
  'talk.pptx',
  'photo.jpg',
  'film.mp4',
  'song.mp3',
  'all.zip',
  'notes',
]

export default function FileNamesPage({ say }: PageProps) {
  const long = say(
    '二〇二六年秋季学期期中考试各班成绩汇总与分析（终稿）.xlsx',
    'Marks of all classes in the autumn term (final).xlsx',
  )
  return (
    <>
      <Story title={say('种类', 'Kinds')}>
        {NAMES.map((name) => (
          <p key={name}>
            <FileIcon kind="file" name={name} /> {name}
          </p>
        ))}
        <p>
          <FileIcon kind="folder" name="" /> {say('文件夹', 'A folder')}
        </p>
      </Story>
      <Story title={say('长名称', 'A long name')}>
        <div style={{ inlineSize: 240 }}>
          <FileName name={long} />
        </div>
      </Story>
    </>
  )
}
