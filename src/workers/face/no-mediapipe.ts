/** Replaces @mediapipe/face_detection, which the detector imports for another runtime, and which works only as a script of a page. */
export const FaceDetection = undefined
