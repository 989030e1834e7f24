// What the tracking service knows, apart from how it is asked.
#ifndef TRACKING_SERVICE_ANSWERS_H_
#define TRACKING_SERVICE_ANSWERS_H_

#include <string>

#include "tracking/v1/tracking.pb.h"

namespace tracking {

v1::Parcel FindParcel(const std::string& id);
void Count(const v1::Event& event, v1::ReportSummary* summary);
v1::Answer AnswerTo(const v1::Question& question);
geo::v1::Position NearestDepot(const geo::v1::Position& position);

}  // namespace tracking

#endif  // TRACKING_SERVICE_ANSWERS_H_
