// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/fit/costs_of_same_work.h"
#include "core/scene/lane_index.h"

#include <QFutureWatcher>
#include <QImage>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// One schedule of the catalog as the gallery shows it.
struct Thumbnail
{
    QImage image;
    QString figures; ///< "57 steps · idle 27.3 % · peak 5.5 act.", by ranks, or why there are none
};

/// The whole of a timeline in a few pixels, blended by exact coverage as the timeline itself is.
[[nodiscard]] QImage paintThumbnail(const LaneIndex& index, const Theme& theme, QSize size, double ratio);

/// Evaluates every schedule of the catalog with the parameters and costs at hand, on a worker thread, one
/// after another; only what was asked for last is delivered.
class ThumbnailMaker : public QObject
{
    Q_OBJECT

public:
    explicit ThumbnailMaker(QObject* parent = nullptr);
    ~ThumbnailMaker() override;

    static constexpr QSize kSize{228, 56};

    /// With a cut of the costs' model every schedule does the work of one that cuts it so.
    void start(const ScheduleRequest& request, const CostModel& costs, ThemeName theme, double ratio,
               const std::optional<WorkCut>& cut = {});
    void stop();
    /// As the catalog; empty ones are not made yet.
    [[nodiscard]] const std::vector<Thumbnail>& thumbnails() const { return m_thumbnails; }

signals:
    void made(int catalogIndex);
    void finished();

private:
    CancelToken m_cancel;
    int m_revision = 0;
    std::vector<Thumbnail> m_thumbnails;
};

} // namespace bubblescope::ui
