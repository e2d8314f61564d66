import type { ThemeTexts } from '../zh-CN/theme.ts'

const theme: ThemeTexts = {
  title: 'Theme',
  groups: { classic: 'Classic themes', stage: 'Stage theme', colors: 'Colour themes' },
  names: {
    ink: 'Ink wash',
    lotus: 'Lotus pond',
    cartoon: 'Cartoon',
    red: 'Red',
    blue: 'Blue',
    cyan: 'Cyan-blue',
    green: 'Green',
    custom: 'Custom colour',
  },
  unitColors: 'The school’s own colours',
  customTitle: 'Choose a colour',
  customHint: 'Text and buttons become darker or lighter by themselves, so that every colour can be read.',
  layout: {
    title: 'Menu position',
    top: 'Top–bottom',
    left: 'Left–right',
    forced: 'The menu of the ink, lotus and cartoon themes is at the top.',
  },
  mode: {
    title: 'Brightness',
    hint: 'For this device only.',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  contrast: {
    title: 'Contrast',
    hint: 'More contrast means darker text and clearer borders. For this device only.',
    system: 'System',
    normal: 'Normal',
    more: 'More',
  },
  apply: 'Use this theme',
  offline: 'There is no connection. The theme can be changed when you are online again.',
  confirm: {
    title: 'Change theme',
    text: 'Change the theme to “{{name}}”?',
    sync: 'As an administrator you can also give it to everybody in your unit. Whoever chose another theme sees this one too, and can choose again.',
    own: 'Only for me',
    everybody: 'Sync to all users',
  },
  applied: 'Theme changed',
  synced: '“{{name}}” is everybody’s theme now',
  undo: 'Undo',
  undone: 'Taken back: everybody has their earlier theme',
  undoTooLate: 'This can no longer be taken back: another theme was chosen since, or an hour has passed',
  settings: {
    title: 'Appearance',
    themeHint: 'The picture behind everything, the colours and the style of the icons, the same on all your devices.',
    change: 'Change theme',
  },
}

export default theme
