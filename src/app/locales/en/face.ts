import type { FaceTexts } from '../zh-CN/face.ts'

const face: FaceTexts = {
  view: 'What the camera sees, as in a mirror',
  initializing: 'Opening the camera',
  sending: 'Recognising you',
  done: 'Recognised',
  again: 'Click to try again',
  timeoutHint: 'Please face the designated area in 15 seconds for more than 2 seconds',
  tryCamera: 'Open the camera again',
  camera: 'Camera',
  cameraNumber: 'Camera {{number}}',
  countdown: 'Look into the camera',
  photograph: 'Photograph',
  photographAgain: 'Photograph again',
  photo: 'The photo that was just taken',
  photoHint: 'Save it when it is clear, or take it again',
  save: 'Save',
  chooseFile: 'Choose a photo',
  hints: {
    nobody: 'Bring your face into the oval',
    several: 'There is more than one person. One at a time, please',
    closer: 'Come a little closer',
    further: 'Go a little further away',
    left: 'A little to your left',
    right: 'A little to your right',
    up: 'A little higher',
    down: 'A little lower',
    straight: 'Look straight into the camera',
    dark: 'It is too dark. Face the light',
    bright: 'It is too bright. Keep out of direct light',
    'one-sided': 'Turn to the light',
    hold: 'Good. Hold still',
  },
  problems: {
    none: 'No camera device detected by this device!',
    noneHint: 'Plug one in, and it opens by itself.',
    insecure: 'The camera cannot be used at this address',
    insecureHint:
      'Open the portal at an address that begins with https://, or ask the school to set up a secure connection.',
    denied: 'The camera was not allowed',
    deniedHint: 'Allow it in the settings of this site, beside the address, and try again.',
    busy: 'Another program is using the camera',
    busyHint: 'Close the program that uses it, and try again.',
  },
}

export default face
