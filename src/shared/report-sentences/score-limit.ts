/** Returns why a privacy score can't be higher, as the end of a sentence: "85, the most …". */
export const scoreLimit = ({ folds }: { folds?: object | null | undefined }): string =>
  folds ? 'the most for this few people' : 'the most without a formal guarantee';
