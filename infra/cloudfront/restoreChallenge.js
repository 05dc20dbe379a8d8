// What CloudFront runs on each answer before a client sees it: gives 401 and 403 back the WWW-Authenticate header that
// API Gateway takes from them.
//
// CloudFront runs this on answers below 400 alone. The query function therefore sends a challenge as 200 with two
// headers of its own where it was asked through CloudFront (lib/aws/edgeChallenge.ts), and here it becomes what it is.
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/edge-function-restrictions-all.html

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  const response = event.response;
  const headers = response.headers;
  const status = headers['x-mailglob-status'];
  const challenge = headers['x-mailglob-challenge'];
  if (status && challenge) {
    response.statusCode = Number(status.value);
    response.statusDescription = response.statusCode === 401 ? 'Unauthorized' : 'Forbidden';
    headers['www-authenticate'] = { value: challenge.value };
  }
  delete headers['x-mailglob-status'];
  delete headers['x-mailglob-challenge'];
  // Should CloudFront come to run this on every answer.
  const renamed = headers['x-amzn-remapped-www-authenticate'];
  if (renamed) {
    headers['www-authenticate'] = { value: renamed.value };
    delete headers['x-amzn-remapped-www-authenticate'];
  }
  return response;
}
