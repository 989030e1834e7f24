#include "service/answers.h"

#include <cmath>

namespace tracking {
namespace {

constexpr int64_t kPickedUpAtSeconds = 1'700'000'000;

void AddEvent(v1::Event::Kind kind, int64_t seconds_later, v1::Parcel* parcel) {
  v1::Event* const event = parcel->add_events();
  event->set_kind(kind);
  event->mutable_at()->set_seconds(kPickedUpAtSeconds + seconds_later);
  event->mutable_position()->set_latitude_degrees(52.5 + seconds_later * 1e-5);
  event->set_scanner_id(seconds_later % 7);
}

}  // namespace

v1::Parcel FindParcel(const std::string& id) {
  v1::Parcel parcel;
  parcel.set_id(id);
  (*parcel.mutable_labels())["service"] = "express";
  (*parcel.mutable_labels())["fragile"] = "yes";
  parcel.mutable_position()->set_latitude_degrees(52.52);
  parcel.mutable_position()->set_longitude_degrees(13.405);
  parcel.mutable_picked_up_at()->set_seconds(kPickedUpAtSeconds);
  parcel.mutable_time_in_transit()->set_seconds(7200);
  parcel.mutable_weight_kg()->set_value(2.5);
  v1::CustomsForm form;
  form.set_tariff_number("4901.99");
  form.add_item_values_cents(1999);
  parcel.mutable_customs_form()->PackFrom(form);
  AddEvent(v1::Event::KIND_PICKED_UP, 0, &parcel);
  AddEvent(v1::Event::KIND_SCANNED, 3600, &parcel);
  AddEvent(v1::Event::KIND_DELIVERED, 7200, &parcel);
  return parcel;
}

void Count(const v1::Event& event, v1::ReportSummary* summary) {
  summary->set_event_count(summary->event_count() + 1);
  ++(*summary->mutable_events_by_kind())[v1::Event::Kind_Name(event.kind())];
}

v1::Answer AnswerTo(const v1::Question& question) {
  v1::Answer answer;
  answer.set_text(question.has_position() ? "nothing there"
                                          : question.parcel_id() + " arrived");
  return answer;
}

geo::v1::Position NearestDepot(const geo::v1::Position& position) {
  geo::v1::Position depot;
  depot.set_latitude_degrees(std::round(position.latitude_degrees()));
  depot.set_longitude_degrees(std::round(position.longitude_degrees()));
  return depot;
}

}  // namespace tracking
