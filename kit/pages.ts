import { lazy, type ComponentType } from 'react'
import type { PageProps } from './texts.ts'

type Words = readonly [chinese: string, english: string]

interface CataloguePage {
  /** Part of the address. */
  id: string
  title: Words
  about: Words
  Page: ComponentType<PageProps>
}

/** All pages, in the order of the list. */
export const pages: readonly [CataloguePage, ...CataloguePage[]] = [
  {
    id: 'dialog',
    title: ['对话框', 'Dialog'],
    about: [
      '宽 60%，距顶 15%，层级从 1500 起；按 Esc 关闭，拖动标题可以移动，但不会移出窗口。',
      'As wide as 60%, 15% from the top, layers from 1500. Escape closes; dragging the title moves it, never out of the window.',
    ],
    Page: lazy(() => import('./pages/DialogPage.tsx')),
  },
  {
    id: 'notices',
    title: ['提示', 'Notices'],
    about: [
      '停留 2 秒，间隔 16 像素；指着或聚焦时不会消失，可以带“撤销”。',
      'Stay for 2 seconds, 16 pixels apart. Pointing at one or focusing it keeps it; it may offer an undo.',
    ],
    Page: lazy(() => import('./pages/NoticesPage.tsx')),
  },
  {
    id: 'colour-picker',
    title: ['颜色与字体', 'Colour and font'],
    about: [
      '默认颜色 #000；可以同时选择字体和字号。点击页面其他地方会关闭面板。',
      'The default is #000; font and size can be chosen too. Any click in the document closes the panel.',
    ],
    Page: lazy(() => import('./pages/ColorPickerPage.tsx')),
  },
  {
    id: 'desktop-card',
    title: ['桌面卡片', 'Desktop card'],
    about: ['桌面上有标题的一块内容。', 'A titled part of the desktop.'],
    Page: lazy(() => import('./pages/DesktopCardPage.tsx')),
  },
  {
    id: 'scroll-box',
    title: ['滚动容器', 'Scroll container'],
    about: [
      '滚动条宽 10 像素，方向键每次滚动 15 像素；滚动本身由浏览器完成。',
      'Bars of 10 pixels; an arrow key scrolls by 15. The browser itself does the scrolling.',
    ],
    Page: lazy(() => import('./pages/ScrollBoxPage.tsx')),
  },
  {
    id: 'empty-state',
    title: ['空状态', 'Empty state'],
    about: ['没有内容时显示的小图、说明和下一步。', 'A small drawing, words and the next step where there is nothing.'],
    Page: lazy(() => import('./pages/EmptyStatePage.tsx')),
  },
  {
    id: 'charts',
    title: ['图表', 'Charts'],
    about: [
      '折线图、柱状图和饼图；可以切换成表格，读屏软件始终读表格。',
      'Lines, bars and a pie. Each can be shown as a table, which screen readers always have.',
    ],
    Page: lazy(() => import('./pages/ChartsPage.tsx')),
  },
  {
    id: 'page-frame',
    title: ['页头与页脚', 'Page header and footer'],
    about: ['页面的标题、操作和底部按钮。', 'The title of a page, its actions, and the buttons at its foot.'],
    Page: lazy(() => import('./pages/PageFramePage.tsx')),
  },
  {
    id: 'load-more',
    title: ['加载更多', 'Load more'],
    about: [
      '列表末尾离可见区域 10 像素以内时自动加载；也可以按按钮。',
      'Loads when the end of the list comes within 10 pixels of sight, or at the press of a button.',
    ],
    Page: lazy(() => import('./pages/LoadMorePage.tsx')),
  },
  {
    id: 'time-ago',
    title: ['多久以前', 'Time ago'],
    about: [
      '30 秒、1 小时、1 天、2 天为界，自动更新。',
      'Changes its words at 30 seconds, an hour, a day and two days, and keeps itself up to date.',
    ],
    Page: lazy(() => import('./pages/TimeAgoPage.tsx')),
  },
  {
    id: 'formats',
    title: ['数字与日期', 'Numbers and dates'],
    about: [
      '数字以 k、M、G、T、P、E 缩写；八位数字读作年月日。',
      'Numbers are shortened to k, M, G, T, P and E. Eight digits are read as a date.',
    ],
    Page: lazy(() => import('./pages/FormatsPage.tsx')),
  },
  {
    id: 'permissions',
    title: ['按权限显示', 'Shown by permission'],
    about: ['没有权限代码的人看不到的内容。', 'What is hidden from whoever lacks a permission code.'],
    Page: lazy(() => import('./pages/PermissionsPage.tsx')),
  },
  {
    id: 'buttons',
    title: ['按钮', 'Buttons'],
    about: ['按钮说的是按下后发生的事。', 'A button says what happens when it is pressed.'],
    Page: lazy(() => import('./pages/ButtonsPage.tsx')),
  },
  {
    id: 'fields',
    title: ['输入框', 'Fields'],
    about: ['标签在上，提示和错误在下。', 'The label stands above, hints and errors below.'],
    Page: lazy(() => import('./pages/FieldsPage.tsx')),
  },
  {
    id: 'avatar',
    title: ['头像', 'Avatar'],
    about: [
      '本人的照片；没有或取不到时画一个。',
      'A person’s picture, or a drawn one where there is none or it cannot be had.',
    ],
    Page: lazy(() => import('./pages/AvatarPage.tsx')),
  },
  {
    id: 'progress',
    title: ['进度与骨架', 'Progress and skeleton'],
    about: [
      '等待时看到的内容。骨架在 300 毫秒后才出现。',
      'What is seen while waiting. A skeleton appears after 300 ms.',
    ],
    Page: lazy(() => import('./pages/ProgressPage.tsx')),
  },
  {
    id: 'file-names',
    title: ['文件名', 'File names'],
    about: [
      '放不下时省略中间，扩展名始终可见；图标按扩展名选择。',
      'What does not fit goes from the middle, and the extension stays. The picture follows the extension.',
    ],
    Page: lazy(() => import('./pages/FileNamesPage.tsx')),
  },
  {
    id: 'tokens',
    title: ['颜色与尺寸', 'Colours and sizes'],
    about: ['所有组件都由这些变量组成。', 'Every widget is made of these.'],
    Page: lazy(() => import('./pages/TokensPage.tsx')),
  },
]

/** The page of a hash such as `#/dialog`; else the first one. */
export function pageOf(hash: string): CataloguePage {
  return pages.find(({ id }) => hash === `#/${id}`) ?? pages[0]
}
